-- Ids of platforms are case-sensitive and blank-sensitive: every key column compares byte for byte (COLLATE "C").

CREATE TABLE payonce_database (
    only_row    boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
    database_id uuid        NOT NULL,
    created_at  timestamptz NOT NULL
);
INSERT INTO payonce_database (database_id, created_at) VALUES (gen_random_uuid(), now());

CREATE TABLE payment_order (
    order_no         varchar(128) COLLATE "C" NOT NULL,
    status           varchar(16)  COLLATE "C" NOT NULL
        CHECK (status IN ('WAIT_PAY', 'PAID', 'REFUNDING', 'REFUNDED', 'PARTLY_REFUNDED', 'CLOSED')),
    amount           bigint       NOT NULL CHECK (amount >= 1),
    currency         varchar(3)   COLLATE "C" NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    account          varchar(128) COLLATE "C" NOT NULL,
    -- [{"to","asset","amount","from"?}]: what its payment causes, read by the posting statement itself
    postings         jsonb        NOT NULL,
    -- the only channel that may pay it, if any
    expected_channel varchar(32)  COLLATE "C",
    -- what paid it
    channel          varchar(32)  COLLATE "C",
    transaction_id   varchar(128) COLLATE "C",
    paid_at          timestamptz,
    created_at       timestamptz  NOT NULL,
    updated_at       timestamptz  NOT NULL,
    CONSTRAINT payment_order_pkey PRIMARY KEY (order_no)
);

-- Forward only. The condition is evaluated in place; the function runs for a forbidden move alone.
CREATE FUNCTION payonce_forbid_order_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'order % cannot move from % to %', OLD.order_no, OLD.status, NEW.status
        USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER payment_order_forward_only BEFORE UPDATE OF status ON payment_order FOR EACH ROW
    WHEN (OLD.status <> NEW.status
        AND (OLD.status || '>' || NEW.status) NOT IN (
            'WAIT_PAY>PAID', 'WAIT_PAY>CLOSED', 'CLOSED>PAID',
            'PAID>REFUNDING', 'PARTLY_REFUNDED>REFUNDING', 'REFUNDING>REFUNDED', 'REFUNDING>PARTLY_REFUNDED'))
    EXECUTE FUNCTION payonce_forbid_order_move();

CREATE TABLE pay_transaction (
    id                 bigint       GENERATED ALWAYS AS IDENTITY,
    platform           varchar(128) COLLATE "C" NOT NULL,
    merchant           varchar(128) COLLATE "C" NOT NULL,
    transaction_id     varchar(128) COLLATE "C" NOT NULL,
    channel            varchar(32)  COLLATE "C" NOT NULL,
    -- what the platform said; never changes
    order_no           varchar(128) COLLATE "C",
    -- where the money went
    applied_order_no   varchar(128) COLLATE "C",
    amount             bigint       NOT NULL CHECK (amount >= 0),
    currency           varchar(3)   COLLATE "C" NOT NULL,
    state              varchar(10)  COLLATE "C" NOT NULL
        CHECK (state IN ('APPLIED', 'HELD', 'REFUNDED', 'DISMISSED')),
    held_reason        varchar(32)  COLLATE "C",
    evaluations        integer      NOT NULL DEFAULT 0,
    conflicts          integer      NOT NULL DEFAULT 0,
    -- when the tick looks at a HELD row again; null: only its next delivery, its order or an operator do
    next_evaluation_at timestamptz,
    platform_paid_at   timestamptz,
    received_at        timestamptz  NOT NULL,
    applied_at         timestamptz,
    body               bytea,
    CONSTRAINT pay_transaction_pkey PRIMARY KEY (id),
    CONSTRAINT uk_pay_transaction_id UNIQUE (platform, merchant, transaction_id),
    CONSTRAINT pay_transaction_held_has_reason CHECK (state <> 'HELD' OR held_reason IS NOT NULL)
);
CREATE INDEX ix_pay_transaction_order ON pay_transaction (order_no);
CREATE INDEX ix_pay_transaction_transaction ON pay_transaction (transaction_id);
CREATE INDEX ix_pay_transaction_due ON pay_transaction (next_evaluation_at)
    WHERE state = 'HELD' AND next_evaluation_at IS NOT NULL;
-- lists by channel and by state; APPLIED are nearly all, and need no index of their own
CREATE INDEX ix_pay_transaction_channel ON pay_transaction (channel, id);
CREATE INDEX ix_pay_transaction_not_applied ON pay_transaction (state, id) WHERE state <> 'APPLIED';
CREATE INDEX ix_pay_transaction_held ON pay_transaction (held_reason, id) WHERE state = 'HELD';

CREATE TABLE ledger_entry (
    id             bigint       GENERATED ALWAYS AS IDENTITY,
    biz_no         varchar(300) COLLATE "C" NOT NULL,
    leg            integer      NOT NULL,
    debit_account  varchar(128) COLLATE "C" NOT NULL,
    credit_account varchar(128) COLLATE "C" NOT NULL,
    asset          varchar(128) COLLATE "C" NOT NULL,
    amount         bigint       NOT NULL CHECK (amount >= 0),
    order_no       varchar(128) COLLATE "C",
    created_at     timestamptz  NOT NULL,
    CONSTRAINT ledger_entry_pkey PRIMARY KEY (id),
    CONSTRAINT uk_ledger_entry_biz UNIQUE (biz_no, leg)
);
CREATE INDEX ix_ledger_entry_order ON ledger_entry (order_no);
CREATE INDEX ix_ledger_entry_debit ON ledger_entry (debit_account, id);
CREATE INDEX ix_ledger_entry_credit ON ledger_entry (credit_account, id);

CREATE FUNCTION payonce_forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'ledger entries are immutable' USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER ledger_entry_immutable BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW
    EXECUTE FUNCTION payonce_forbid_change();

-- No rows for clearing accounts (channel:*, suspense:*, issued): every payment would lock them.
CREATE TABLE account_balance (
    account varchar(128) COLLATE "C" NOT NULL,
    asset   varchar(128) COLLATE "C" NOT NULL,
    balance bigint       NOT NULL,
    CONSTRAINT account_balance_pkey PRIMARY KEY (account, asset)
) WITH (fillfactor = 70);

-- The columns that Debezium's outbox event router expects, and ours for publishing without it.
CREATE TABLE outbox_event (
    id            uuid         NOT NULL,
    aggregatetype varchar(64)  COLLATE "C" NOT NULL,
    aggregateid   varchar(128) COLLATE "C" NOT NULL,
    type          varchar(64)  COLLATE "C" NOT NULL,
    payload       jsonb        NOT NULL,
    seq           bigint       GENERATED ALWAYS AS IDENTITY,
    created_at    timestamptz  NOT NULL,
    published_at  timestamptz,
    CONSTRAINT outbox_event_pkey PRIMARY KEY (id)
);
CREATE INDEX ix_outbox_event_pending ON outbox_event (aggregatetype, seq) WHERE published_at IS NULL;
