package dev.payonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.simulator.ReceiverStandIn.Reply;
import dev.payonce.simulator.wechat.WeChatPayV3;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StormLimitsTest {
    private static final WeChatPayV3 WECHAT = WeChatPayV3.generate("1900000109", "wx8888888888888888");
    private static final Reply OK = new Reply(204, "");
    private static final Reply RETRY = new Reply(503, "{\"code\":\"FAIL\"}");

    private final StormSettings settings = StormSettings.defaults().withRetries(3, 5000);

    @Test
    void copiesComeAtOnceButNeverMoreThanAllowed() throws Exception {
        CountDownLatch nineHere = new CountDownLatch(9);
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> {
            nineHere.countDown();
            // The first eight stay long enough for a ninth to come, were it sent.
            boolean ninthCame = number <= 8 && awaited(nineHere, Duration.ofMillis(500));
            return ninthCame ? new Reply(204, "") : OK;
        })) {
            StormResult result = new Storm(settings.withInFlight(8)).run(List.of(genuine(receiver.uri(), 50)));

            assertThat(result.journal()).hasSize(50).allMatch(Attempt::acknowledged);
            assertThat(result.journal()).extracting(Attempt::copy).doesNotHaveDuplicates();
            assertThat(receiver.mostPresent()).isEqualTo(8);
        }
    }

    @Test
    void silentReceiverCountsAsNoAnswer() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (var receiver =
                new ReceiverStandIn(0, (number, exchange, body) -> awaited(end, Duration.ofSeconds(10)) ? OK : RETRY)) {
            StormResult result = new Storm(settings.withRetries(0, 1).withAnswerTimeout(Duration.ofMillis(200)))
                    .run(List.of(genuine(receiver.uri(), 1)));
            end.countDown();

            assertThat(result.unanswered()).isEqualTo(1);
            assertThat(result.percentile(50)).isZero();
        }
    }

    @Test
    void answerThatNeverEndsCountsAsNoAnswerAndALongOneIsCut() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        StormSettings once = settings.withRetries(0, 1).withAnswerTimeout(Duration.ofMillis(300));
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('x');
            exchange.getResponseBody().flush();
            return awaited(end, Duration.ofSeconds(10)) ? OK : RETRY;
        })) {
            StormResult result = new Storm(once).run(List.of(genuine(receiver.uri(), 1)));
            end.countDown();
            assertThat(result.journal()).extracting(Attempt::answered).containsExactly(false);
        }
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> new Reply(200, "x".repeat(1_000_000)))) {
            StormResult result = new Storm(settings).run(List.of(genuine(receiver.uri(), 1)));
            assertThat(result.journal().get(0).body()).hasSize(Answer.MAX_BODY);
        }
    }

    @Test
    void timeLimitEndsAStormAndWhatIsOpenIsCounted() throws Exception {
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> RETRY)) {
            StormResult result = new Storm(settings.withRetries(15, 1).withTimeLimit(Duration.ofMillis(300)))
                    .run(List.of(genuine(receiver.uri(), 3)));

            assertThat(result.unfinished()).isEqualTo(3);
            assertThat(result.sent()).isEqualTo(3);
            assertThat(result.duration()).isLessThan(Duration.ofSeconds(10));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com/notify",
                "http://10.0.0.1/",
                "http://127.0.0.1.example.com/",
                "http://localhost.example.com/",
                "ftp://127.0.0.1/",
                "/notify"
            })
    void otherTargetsThanLoopbackAreRefusedBeforeAnythingIsSent(String target) throws Exception {
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> OK)) {
            List<Mailing> mailings = List.of(genuine(receiver.uri(), 1), genuine(URI.create(target), 1));

            assertThatThrownBy(() -> new Storm(settings).run(mailings)).isInstanceOf(IllegalArgumentException.class);
            assertThat(receiver.requests()).isZero();
        }
    }

    @Test
    void confirmedHostIsATargetAndNoOther() throws Exception {
        Storm storm = new Storm(settings.withRetries(0, 1), Clock.systemUTC(), Targets.confirmed("192.0.2.1"));
        StormSettings once = settings.withRetries(0, 1).withAnswerTimeout(Duration.ofMillis(200));
        StormResult result = new Storm(once, Clock.systemUTC(), Targets.confirmed("192.0.2.1"))
                .run(List.of(genuine(URI.create("http://192.0.2.1:1/"), 1)));

        assertThat(result.sent()).isEqualTo(1);
        assertThatThrownBy(() -> storm.run(List.of(genuine(URI.create("http://192.0.2.2/"), 1))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254", "0.0.0.0", "224.0.0.1", "[fe80::1]", "[::]"})
    void addressesThatAreNobodysEndpointAreRefusedEvenIfConfirmed(String host) {
        Storm storm = new Storm(settings, Clock.systemUTC(), Targets.confirmed(host));

        assertThatThrownBy(() -> storm.run(List.of(genuine(URI.create("http://" + host + "/"), 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing is sent to");
    }

    @Test
    void tooManyDeliveriesAreRefused() {
        List<Mailing> mailings = List.of(genuine(URI.create("http://127.0.0.1:1/"), Storm.MAX_DELIVERIES + 1));

        assertThatThrownBy(() -> new Storm(settings).run(mailings)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Mailing genuine(URI target, int copies) {
        SimulatedPayment payment =
                new SimulatedPayment("42001", "P1", 9900, "CNY", Instant.parse("2026-12-01T09:59:58Z"));
        return Mailing.genuine(target, WECHAT.notification(payment), copies);
    }

    private static boolean awaited(CountDownLatch latch, Duration most) {
        try {
            return latch.await(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
