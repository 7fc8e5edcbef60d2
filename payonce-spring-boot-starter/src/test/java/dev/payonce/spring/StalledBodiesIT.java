package dev.payonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.OrderBook;
import dev.payonce.OrderStatus;
import dev.payonce.spring.SignedCallbacks.Signed;
import dev.payonce.spring.Wire.Stalled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;

/** More senders that stop in the middle of a body than the container has threads. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StalledBodiesIT {
    private static final int THREADS = NotifyServlet.WAITING_THREADS + 3;
    private static final int STALLED = 2 * THREADS;

    private ConfigurableApplicationContext context;
    private Wire wire;
    private OrderBook orders;

    @BeforeAll
    void start() {
        Map<String, String> settings = new HashMap<>(TestServers.settings());
        settings.put("server.tomcat.threads.max", String.valueOf(THREADS));
        settings.put("server.tomcat.threads.min-spare", String.valueOf(THREADS));
        settings.put("server.tomcat.connection-timeout", "10s");
        context = HostApplication.start(settings);
        wire = HostApplication.wire(context);
        orders = context.getBean(OrderBook.class);
    }

    @AfterAll
    void stop() {
        context.close();
    }

    private Signed payment(String orderNo) {
        OrderBook.Creation creation =
                orders.create(new NewOrder(orderNo, new Money(100, "CNY"), "user:1", null, List.of()));
        assertThat(creation).isEqualTo(OrderBook.Creation.CREATED);
        return SignedCallbacks.weChat(orderNo, "T" + orderNo, 100);
    }

    private OrderStatus status(String orderNo) {
        return orders.find(orderNo).orElseThrow().status();
    }

    @Test
    void holdNoThreadAndAreAnsweredWhenTheRestComes() throws IOException {
        List<Stalled> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < STALLED; i++) {
                stalled.add(wire.stall("wx", payment("STALLED" + i)));
            }
            long before = System.nanoTime();
            assertThat(wire.post("wx", payment("QUICK")).status()).isEqualTo(200);
            assertThat(status("QUICK")).isEqualTo(OrderStatus.PAID);
            // Had they held the threads, the container's ten seconds would have had to pass first.
            assertThat(System.nanoTime() - before).isLessThan(9_000_000_000L);
            for (Stalled one : stalled) {
                assertThat(one.goOn().status()).isEqualTo(200);
            }
            for (int i = 0; i < STALLED; i++) {
                assertThat(status("STALLED" + i)).isEqualTo(OrderStatus.PAID);
            }
        } finally {
            for (Stalled one : stalled) {
                one.close();
            }
        }
    }

    @Test
    void areNeverASuccessWhenTheSenderEndsInTheMiddle() throws IOException {
        try (Stalled one = wire.stall("wx", payment("CUT"))) {
            one.socket().shutdownOutput();
            String answer = new String(one.socket().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).doesNotContain("HTTP/1.1 2");
        }
        assertThat(status("CUT")).isEqualTo(OrderStatus.WAIT_PAY);
    }
}
