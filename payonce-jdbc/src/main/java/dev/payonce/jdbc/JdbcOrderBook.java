package dev.payonce.jdbc;

import dev.payonce.NewOrder;
import dev.payonce.OrderBook;
import dev.payonce.OrderStatus;
import dev.payonce.PaymentBook;
import dev.payonce.PaymentOrder;
import dev.payonce.Posting;
import java.sql.Types;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The orders in a relational database. Thread-safe. */
public final class JdbcOrderBook implements OrderBook {
    private static final Logger log = LoggerFactory.getLogger(JdbcOrderBook.class);

    private static final String INSERT = """
            INSERT INTO payment_order (order_no, status, amount, currency, account, postings, expected_channel,
                created_at, updated_at)
            SELECT :orderNo, 'WAIT_PAY', :amount, :currency, :account,
                (SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                        'to', p.receiver, 'asset', p.asset, 'amount', p.amount, 'from', p.giver)) ORDER BY p.leg)
                 FROM unnest(:receivers::text[], :assets::text[], :amounts::bigint[], :givers::text[])
                     WITH ORDINALITY AS p (receiver, asset, amount, giver, leg)),
                :channel, :now, :now
            ON CONFLICT (order_no) DO NOTHING
            """;

    private static final String CLOSE = """
            UPDATE payment_order SET status = 'CLOSED', updated_at = :now
            WHERE order_no = :orderNo AND status = 'WAIT_PAY'
            """;

    private final NamedParameterJdbcTemplate jdbc;
    private final TransactionTemplate template;
    private final PaymentBook payments;
    private final Executor afterCommit;
    private final Clock clock;

    /**
     * @param afterCommit where payments that came before their order are evaluated when the order was created inside the
     *     caller's own transaction: never on the thread that still holds the caller's connection
     */
    public JdbcOrderBook(JdbcPaymentBook.Store store, PaymentBook payments, Executor afterCommit, Clock clock) {
        this.jdbc = new NamedParameterJdbcTemplate(store.dataSource());
        this.template = new TransactionTemplate(store.transactions());
        this.payments = payments;
        this.afterCommit = afterCommit;
        this.clock = clock;
    }

    @Override
    public Creation create(NewOrder order) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            Creation creation = insert(order);
            if (creation == Creation.CREATED) {
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        afterCommit.execute(() -> applyEarlyPayments(order.orderNo()));
                    }
                });
            }
            return creation;
        }
        Creation creation = template.execute(status -> insert(order));
        if (creation == Creation.CREATED) {
            applyEarlyPayments(order.orderNo());
        }
        return Objects.requireNonNull(creation);
    }

    private Creation insert(NewOrder order) {
        MapSqlParameterSource values = new MapSqlParameterSource("orderNo", order.orderNo())
                .addValue("amount", order.money().amount())
                .addValue("currency", order.money().currency())
                .addValue("account", order.account())
                .addValue("receivers", texts(order, Posting::to))
                .addValue("assets", texts(order, Posting::asset))
                .addValue(
                        "amounts",
                        order.postings().stream().mapToLong(Posting::amount).toArray())
                .addValue("givers", texts(order, Posting::from))
                .addValue("channel", order.channel(), Types.VARCHAR)
                .addValue("now", TransactionRows.utc(clock.instant()));
        if (jdbc.update(INSERT, values) == 1) {
            return Creation.CREATED;
        }
        return find(order.orderNo())
                .filter(there -> there.order().equals(order))
                .map(there -> Creation.EXISTS)
                .orElse(Creation.EXISTS_WITH_OTHER_CONTENT);
    }

    private static @Nullable String[] texts(NewOrder order, Function<Posting, @Nullable String> part) {
        return order.postings().stream().map(part).toArray(String[]::new);
    }

    /** The order stands whether or not this works out: the tick comes back to what is still held. */
    private void applyEarlyPayments(String orderNo) {
        try {
            int applied = payments.reevaluate(orderNo);
            if (applied > 0) {
                log.info("payment that came before its order was applied orderNo={}", orderNo);
            }
        } catch (RuntimeException e) {
            log.warn("early payments stay held until the next tick orderNo={} fault={}", orderNo, e.toString());
        }
    }

    @Override
    public Optional<PaymentOrder> find(String orderNo) {
        return jdbc.query(OrderRows.BY_NUMBER, new MapSqlParameterSource("orderNo", orderNo), OrderRows::read).stream()
                .findFirst();
    }

    @Override
    public Optional<Closing> close(String orderNo) {
        MapSqlParameterSource values =
                new MapSqlParameterSource("orderNo", orderNo).addValue("now", TransactionRows.utc(clock.instant()));
        boolean moved = jdbc.update(CLOSE, values) == 1;
        return moved
                ? Optional.of(new Closing(OrderStatus.CLOSED, true))
                : find(orderNo).map(order -> new Closing(order.status(), false));
    }
}
