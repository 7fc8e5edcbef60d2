package dev.payonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Alert;
import dev.payonce.AlertType;
import dev.payonce.Confirmation;
import dev.payonce.HeldReason;
import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.Notifications;
import dev.payonce.OrderBook;
import dev.payonce.Race;
import dev.payonce.TestClock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AlertOutboxIT {
    private final TestClock clock = new TestClock();
    private final PostgresBooks books = new PostgresBooks(clock, List.of());
    private final AlertOutbox outbox = new AlertOutbox(books.store(), clock);

    @BeforeEach
    void threeAlerts() {
        NewOrder order = new NewOrder("ORD1", new Money(9900, "CNY"), "user:7", null, List.of());
        assertThat(books.orders().create(order)).isEqualTo(OrderBook.Creation.CREATED);
        for (int i = 1; i <= 3; i++) {
            assertThat(books.payments()
                            .confirm(Notifications.payment("T" + i, "ORD1")
                                    .of(i, "CNY")
                                    .at(clock.instant())))
                    .isEqualTo(Confirmation.held(HeldReason.AMOUNT_MISMATCH));
        }
    }

    @AfterEach
    void close() {
        books.close();
    }

    @Test
    void alertsReachTheSinkOnceInTheOrderRecorded() {
        List<Alert> seen = new CopyOnWriteArrayList<>();
        assertThat(outbox.deliver(seen::add, 2)).isEqualTo(2);
        assertThat(outbox.deliver(seen::add, 100)).isEqualTo(1);
        assertThat(outbox.deliver(seen::add, 100)).isZero();
        assertThat(seen).extracting(Alert::transactionId).containsExactly("T1", "T2", "T3");
        Alert first = seen.get(0);
        assertThat(first.type()).isEqualTo(AlertType.AMOUNT_MISMATCH);
        assertThat(first.money()).isEqualTo(new Money(1, "CNY"));
        assertThat(first.orderNo()).isEqualTo("ORD1");
        assertThat(first.raisedAt()).isEqualTo(clock.instant());
    }

    @Test
    void alertThatTheSinkDidNotTakeIsTriedAgain() {
        assertThatThrownBy(() -> outbox.deliver(
                        alert -> {
                            throw new IllegalStateException("pager is down");
                        },
                        100))
                .hasMessage("pager is down");
        List<Alert> seen = new CopyOnWriteArrayList<>();
        assertThat(outbox.deliver(seen::add, 100)).isEqualTo(3);
    }

    @Test
    void racingDeliverersShareTheAlerts() throws Exception {
        List<Alert> seen = new CopyOnWriteArrayList<>();
        List<Integer> counts = Race.of(4, i -> outbox.deliver(seen::add, 100));
        assertThat(counts.stream().mapToInt(Integer::intValue).sum()).isEqualTo(3);
        assertThat(seen).extracting(Alert::id).doesNotHaveDuplicates().hasSize(3);
    }
}
