package dev.payonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.simulator.ReceiverStandIn.Reply;
import dev.payonce.simulator.wechat.WeChatPayV3;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The open loop, and clients that read late or not at all. */
@Timeout(60)
class StormWeatherTest {
    private static final WeChatPayV3 WECHAT = WeChatPayV3.generate("1900000109", "wx8888888888888888");
    private static final Reply OK = new Reply(204, "");
    private static final int MILLISECOND = 1_000_000;

    private final StormSettings settings = StormSettings.defaults().withRetries(3, 100_000);

    @Test
    void rateSpreadsFirstDeliveriesOverTheirTime() throws Exception {
        Queue<Long> times = new ConcurrentLinkedQueue<>();
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> {
            times.add(System.nanoTime());
            return OK;
        })) {
            StormResult result = new Storm(settings.withWeather(new Weather(50, true, 0, 0)))
                    .run(IntStream.range(0, 20)
                            .mapToObj(i -> genuine(receiver.uri(), i))
                            .toList());

            assertThat(result.acknowledged()).isEqualTo(20);
            // The twentieth is due 19 × 20 ms after the first; only the first can have come late.
            assertThat(result.duration()).isGreaterThanOrEqualTo(Duration.ofMillis(380));
            assertThat(times).hasSize(20);
        }
    }

    @Test
    void latencyCountsFromTheIntendedTimeWhenTheReceiverStandsStill() throws Exception {
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> {
            if (number == 1) {
                pause(Duration.ofMillis(400));
            }
            return OK;
        })) {
            StormResult result = new Storm(settings.withInFlight(1).withWeather(new Weather(100, false, 0, 0)))
                    .run(IntStream.range(0, 5)
                            .mapToObj(i -> genuine(receiver.uri(), i))
                            .toList());

            // The others were due 10 to 40 ms after the first, and had to wait for it: a closed loop would not count
            // that.
            assertThat(result.journal())
                    .hasSize(5)
                    .allSatisfy(
                            attempt -> assertThat(attempt.responseNanos()).isGreaterThanOrEqualTo(350L * MILLISECOND));
            assertThat(result.percentile(50)).isGreaterThanOrEqualTo(Duration.ofMillis(350));
        }
    }

    @Test
    void answerThatIsReadLateAcknowledgesAndIsNotTheReceiversLatency() throws Exception {
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> OK)) {
            StormResult result = new Storm(settings.withWeather(new Weather(0, true, 100, 0)))
                    .run(List.of(genuine(receiver.uri(), 1)));

            assertThat(result.acknowledged()).isEqualTo(1);
            assertThat(result.journal()).allSatisfy(attempt -> {
                assertThat(attempt.latencyNanos()).isGreaterThanOrEqualTo(500L * MILLISECOND);
                assertThat(attempt.timed()).isFalse();
            });
        }
    }

    @Test
    void answerThatNobodyReadsAcknowledgesNothingAndTheDeliveryComesAgain() throws Exception {
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> OK)) {
            StormResult result = new Storm(settings.withWeather(new Weather(0, true, 0, 100)))
                    .run(List.of(genuine(receiver.uri(), 1)));

            assertThat(result.journal()).hasSize(2);
            assertThat(result.journal().get(0).fault()).contains("cut before the answer was read");
            assertThat(result.journal().get(1).acknowledged()).isTrue();
            assertThat(receiver.requests()).isEqualTo(2);
        }
    }

    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (end - System.nanoTime() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private static Mailing genuine(URI target, int number) {
        SimulatedPayment payment =
                new SimulatedPayment("4200" + number, "P" + number, 9900, "CNY", Instant.parse("2026-12-01T09:59:58Z"));
        return Mailing.genuine(target, WECHAT.notification(payment), 1);
    }
}
