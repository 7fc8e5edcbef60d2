package dev.payonce.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.payonce.AppliedPayment;
import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.OrderBook;
import dev.payonce.PostingHandler;
import dev.payonce.lab.ServerProcess;
import dev.payonce.server.ServerApplication;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.Storm;
import dev.payonce.simulator.StormResult;
import dev.payonce.simulator.StormSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Duplicates in flight hold nothing: no connection, no worker, and no other payment up. */
class InFlightIT {
    private static final int DELIVERIES = 500;
    private static final String SLOW = "order-slow-0";
    private static final String OTHER = "order-other-1";

    private final Merchant merchant = new Merchant();

    @Test
    void fiveHundredDeliveriesOfOnePaymentHoldOneConnectionAndOneWorkerAndNoOtherPaymentUp(@TempDir Path folder)
            throws Exception {
        BlockingHandler handler = new BlockingHandler();
        try (ConfigurableApplicationContext context = start(folder, handler)) {
            HikariDataSource pool = context.getBean(HikariDataSource.class);
            int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            OrderBook orders = context.getBean(OrderBook.class);
            SimulatedPayment slow = order(orders, SLOW);
            SimulatedPayment other = order(orders, OTHER);
            AtomicLong sent = new AtomicLong();
            CompletableFuture<StormResult> storm =
                    CompletableFuture.supplyAsync(() -> deliver(port, slow, DELIVERIES, sent));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> handler.entered.getCount() == 0 && sent.get() >= DELIVERIES);
            // What a duplicate held, it would hold until the release. The server's own ticks use a connection now and
            // then,
            // for a moment: so the condition is waited for, and a duplicate's share would never be given back.
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 1 && busyWorkers() == 1);
            StormResult second = deliver(port, other, 1, new AtomicLong());

            assertThat(storm).as("the slow payment is still in its transaction").isNotDone();
            assertThat(second.sent()).isEqualTo(1);
            assertThat(second.acknowledged()).isEqualTo(1);

            handler.released.countDown();
            StormResult first = storm.get(60, TimeUnit.SECONDS);
            assertThat(first.unfinished()).isZero();
            assertThat(first.acknowledged()).isEqualTo(DELIVERIES);
            new Books(pool).requirePostedOnce(List.of(slow, other));
        }
    }

    private ConfigurableApplicationContext start(Path folder, PostingHandler handler) throws Exception {
        SpringApplication application = ServerApplication.create();
        application.addInitializers((ApplicationContextInitializer<GenericApplicationContext>)
                context -> context.registerBean("blockingHandler", PostingHandler.class, () -> handler));
        List<String> settings = new ArrayList<>(merchant.settings());
        settings.addAll(List.of(
                "--server.port=" + ServerProcess.freePort(),
                "--payonce.data-dir=" + folder.resolve("data"),
                "--payonce.deadline=60s",
                "--payonce.transaction-timeout=60s",
                "--spring.datasource.hikari.maximum-pool-size=10",
                "--spring.datasource.hikari.minimum-idle=10"));
        return application.run(settings.toArray(String[]::new));
    }

    /** Each to its own account: the open transaction holds the balance that it has moved. */
    private static SimulatedPayment order(OrderBook orders, String orderNo) {
        assertThat(orders.create(new NewOrder(orderNo, new Money(9900, "CNY"), "user:" + orderNo, null, List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);
        return new SimulatedPayment(
                "4200" + orderNo, orderNo, 9900, "CNY", Clock.systemUTC().instant());
    }

    private StormResult deliver(int port, SimulatedPayment payment, int copies, AtomicLong sent) {
        Storm storm = new Storm(StormSettings.defaults()
                .withInFlight(DELIVERIES)
                .withAnswerTimeout(Duration.ofSeconds(60))
                .signingAhead());
        try {
            return storm.run(List.of(merchant.genuine(port, payment, copies)), progress -> sent.set(progress.sent()));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Workers that are in the store now. */
    private static long busyWorkers() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith("payonce-worker"))
                .filter(thread -> Arrays.stream(thread.getValue())
                        .anyMatch(frame -> frame.getClassName().startsWith("dev.payonce.jdbc.")))
                .count();
    }

    /** Keeps the transaction of one payment open, the first time, until it is released. */
    private static final class BlockingHandler implements PostingHandler {
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        @Override
        public void post(AppliedPayment payment) {
            if (SLOW.equals(payment.orderNo())) {
                entered.countDown();
                try {
                    if (!released.await(60, TimeUnit.SECONDS)) {
                        throw new IllegalStateException("never released");
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }
}
