package dev.payonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.HeldReason;
import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.Notifications;
import dev.payonce.OrderBook;
import dev.payonce.TestClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;

class BookGaugesIT {
    private final TestClock clock = new TestClock();
    private final PostgresBooks books = new PostgresBooks(clock, List.of());
    private final JdbcPaymentBook.Store store =
            new JdbcPaymentBook.Store(books.pool(), new JdbcTransactionManager(books.pool()));
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final BookGauges gauges = new BookGauges(store, registry, clock);

    @AfterEach
    void close() {
        books.close();
    }

    private double value(String name) {
        return registry.get(name).gauge().value();
    }

    private double held(HeldReason reason) {
        return registry.get("payonce.held")
                .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                .gauge()
                .value();
    }

    private void confirm(String transactionId, String orderNo) {
        var unused = books.payments()
                .confirm(Notifications.payment(transactionId, orderNo).at(clock.instant()));
    }

    @Test
    void everyGaugeIsThereWithZeroFromTheStart() {
        for (HeldReason reason : HeldReason.values()) {
            assertThat(held(reason)).isZero();
        }
        assertThat(value("payonce.outbox.pending")).isZero();
        assertThat(value("payonce.outbox.oldest.age")).isZero();
    }

    @Test
    void aRefreshCountsWhatIsHeldAndWhatWaitsAndForgetsWhatIsGone() {
        OrderBook.Creation created =
                books.orders().create(new NewOrder("O1", new Money(9900, "CNY"), "user:1", null, List.of()));
        assertThat(created).isEqualTo(OrderBook.Creation.CREATED);
        confirm("T1", "O1");
        confirm("T2", "O1");
        confirm("T3", "nowhere");
        confirm("T4", "nowhere");
        assertThat(held(HeldReason.EXCESS_PAYMENT)).as("not read on a scrape").isZero();

        clock.advance(Duration.ofSeconds(90));
        gauges.refresh();

        assertThat(held(HeldReason.EXCESS_PAYMENT)).isOne();
        assertThat(held(HeldReason.ORDER_UNKNOWN)).isEqualTo(2);
        assertThat(value("payonce.outbox.pending")).isOne();
        assertThat(value("payonce.outbox.oldest.age")).isEqualTo(90);

        assertThat(new AlertOutbox(store, clock).deliver(alert -> {}, 10)).isOne();
        gauges.refresh();

        assertThat(value("payonce.outbox.pending")).isZero();
        assertThat(value("payonce.outbox.oldest.age")).isZero();
    }
}
