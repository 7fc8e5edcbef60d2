package dev.payonce.memory;

/** What the schema and the statements keep out; a test takes one away to see that it is missed. */
public enum Defence {
    /** {@code uk_pay_transaction_id}. */
    UNIQUE_TRANSACTION,
    /** {@code uk_ledger_entry_biz}. */
    UNIQUE_ENTRY,
    /** The WHERE of the order's update, but for its number. */
    CONDITIONAL_UPDATE
}
