package dev.payonce.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import dev.payonce.simulator.ReceiverStandIn.Reply;
import dev.payonce.simulator.alipay.Alipay;
import dev.payonce.simulator.http.Manner;
import dev.payonce.simulator.wechat.WeChatPayV3;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StormTest {
    private static final WeChatPayV3 WECHAT = WeChatPayV3.generate("1900000109", "wx8888888888888888");
    private static final Alipay ALIPAY = Alipay.generate("2021000000000000", "2088000000000000");
    private static final Reply OK = new Reply(204, "");
    private static final Reply RETRY = new Reply(503, "{\"code\":\"FAIL\"}");

    /** WeChat's 15 s become 3 ms. */
    private final StormSettings settings = StormSettings.defaults().withRetries(3, 5000);

    private final Random random = new Random(7);

    @Test
    void whatIsNotAcknowledgedIsSentAgainUntilItIs() throws Exception {
        Set<String> signatures = ConcurrentHashMap.newKeySet();
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> {
            signatures.add(header(exchange, "Wechatpay-Signature"));
            return number < 3 ? RETRY : OK;
        })) {
            StormResult result = new Storm(settings).run(List.of(genuine(receiver.uri(), 1)));

            assertThat(result.journal()).extracting(Attempt::status).containsExactly(503, 503, 204);
            assertThat(result.journal()).extracting(Attempt::number).containsExactly(1, 2, 3);
            assertThat(result.journal().get(0).body()).isEqualTo("{\"code\":\"FAIL\"}");
            assertThat(result.journal()).allMatch(attempt -> attempt.latencyNanos() > 0);
            assertThat(signatures).hasSize(3);
            assertThat(receiver.requests()).isEqualTo(3);
            assertThat(result.asExpected()).isTrue();
        }
    }

    @Test
    void retriesEndAndTheLossIsReported() throws Exception {
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> RETRY)) {
            Mailing mailing = genuine(receiver.uri(), 2);
            StormResult result = new Storm(settings).run(List.of(mailing));

            assertThat(receiver.requests()).isEqualTo(2 * (1 + 3));
            assertThat(result.neverAcknowledged()).containsExactly(mailing);
            assertThat(result.acknowledged(mailing)).isFalse();
            assertThat(result.asExpected()).isFalse();
            assertThat(result.unfinished()).isZero();
            assertThat(new StormResult(
                                    List.of(mailing.expecting(Expectation.REFUSED)),
                                    result.journal(),
                                    result.duration(),
                                    0)
                            .asExpected())
                    .isTrue();
        }
    }

    @Test
    void eachPlatformJudgesByItsOwnRule() throws Exception {
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> new Reply(200, "ok"))) {
            Mailing wechat = genuine(receiver.uri(), 1);
            Mailing alipay = Mailing.genuine(receiver.uri(), ALIPAY.notification(payment(1), random), 1);
            StormResult result = new Storm(settings.withRetries(2, 100_000)).run(List.of(wechat, alipay));

            assertThat(result.acknowledged(wechat)).isTrue();
            assertThat(result.neverAcknowledged()).containsExactly(alipay);
            assertThat(result.byStatus()).isEqualTo(Map.of(200, 4L));
        }
    }

    @Test
    void forgedOnesAreSentOnceAndAWrongAcknowledgementIsNoticed() throws Exception {
        try (var receiver = new ReceiverStandIn(
                0,
                (number, exchange, body) ->
                        header(exchange, "Wechatpay-Signature").isEmpty() ? OK : RETRY)) {
            Mailing acknowledged = forged(receiver.uri(), Forgery.EMPTY_SIGNATURE);
            Mailing refused = forged(receiver.uri(), Forgery.WRONG_SIGNATURE);
            StormResult result = new Storm(settings).run(List.of(acknowledged, refused));

            assertThat(receiver.requests()).isEqualTo(2);
            assertThat(result.wronglyAcknowledged())
                    .extracting(Attempt::mailing)
                    .containsExactly(acknowledged);
            assertThat(result.neverAcknowledged()).isEmpty();
            assertThat(result.asExpected()).isFalse();
            assertThat(acknowledged.kind()).isEqualTo("TRANSACTION.SUCCESS [EMPTY_SIGNATURE]");
        }
    }

    @Test
    void restartOfTheReceiverIsSurvived() throws Exception {
        int port = freePort();
        AtomicReference<ReceiverStandIn> late = new AtomicReference<>();
        AtomicInteger refusedBefore = new AtomicInteger();
        try {
            URI uri = URI.create("http://127.0.0.1:" + port + "/notify");
            StormResult result = new Storm(settings.withRetries(15, 1000)).run(List.of(genuine(uri, 5)), progress -> {
                if (late.get() == null && progress.unanswered() > 0) {
                    refusedBefore.set((int) progress.unanswered());
                    late.set(started(port));
                }
            });

            assertThat(refusedBefore.get()).isPositive();
            assertThat(result.unanswered()).isPositive();
            assertThat(result.acknowledged()).isEqualTo(5);
            assertThat(result.asExpected()).isTrue();
            assertThat(result.journal().get(0).fault()).contains("ConnectException");
        } finally {
            if (late.get() != null) {
                late.get().close();
            }
        }
    }

    @Test
    void signedAheadIsSentUnlessItHasGrownOld() throws Exception {
        MovableClock clock = new MovableClock(Instant.parse("2026-12-01T10:00:00Z"));
        Set<String> timestamps = ConcurrentHashMap.newKeySet();
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> {
            timestamps.add(header(exchange, "Wechatpay-Timestamp"));
            return OK;
        })) {
            List<Mailing> mailings = List.of(genuine(receiver.uri(), 4));
            Storm storm = new Storm(settings.signingAhead(), clock, Targets.loopback());
            StormResult fresh = storm.run(mailings, progress -> clock.set(Instant.parse("2026-12-01T10:03:00Z")));
            assertThat(fresh.acknowledged()).isEqualTo(4);
            assertThat(timestamps).containsExactly("1796119200");

            timestamps.clear();
            clock.set(Instant.parse("2026-12-01T10:00:00Z"));
            StormResult old = storm.run(mailings, progress -> clock.set(Instant.parse("2026-12-01T10:04:30Z")));
            assertThat(old.acknowledged()).isEqualTo(4);
            assertThat(timestamps).containsExactly("1796119470");
        }
    }

    @Test
    void sameSeedSendsInTheSameOrder() throws Exception {
        List<String> bodies = new ArrayList<>();
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> {
            bodies.add(body);
            return OK;
        })) {
            List<Mailing> mailings = IntStream.range(0, 20)
                    .mapToObj(i -> Mailing.genuine(receiver.uri(), WECHAT.notification(payment(i), random), 1))
                    .toList();
            Storm storm = new Storm(settings.withInFlight(1));
            assertThat(storm.run(mailings).acknowledged()).isEqualTo(20);
            assertThat(storm.run(mailings).acknowledged()).isEqualTo(20);

            List<String> unshuffled = mailings.stream()
                    .map(mailing -> new String(
                            mailing.notification().sign(Instant.EPOCH, random).body(), UTF_8))
                    .toList();
            assertThat(bodies.subList(0, 20))
                    .isEqualTo(bodies.subList(20, 40))
                    .isNotEqualTo(unshuffled)
                    .containsExactlyInAnyOrderElementsOf(unshuffled);
        }
    }

    @Test
    void percentilesAreOfTheAnsweredOnes() {
        Mailing mailing = genuine(URI.create("http://127.0.0.1:1/"), 1);
        List<Attempt> journal = IntStream.rangeClosed(1, 200)
                .mapToObj(i -> new Attempt(
                        mailing,
                        0,
                        i,
                        200,
                        "",
                        i > 100 ? "ConnectException" : null,
                        false,
                        i,
                        new Sending(Instant.EPOCH, 0, Manner.PROMPT)))
                .toList();
        StormResult result = new StormResult(List.of(mailing), journal, Duration.ZERO, 0);

        assertThat(result.percentile(50)).isEqualTo(Duration.ofNanos(50));
        assertThat(result.percentile(99)).isEqualTo(Duration.ofNanos(99));
        assertThat(result.percentile(100)).isEqualTo(Duration.ofNanos(100));
    }

    @Test
    void progressCountsWhatWasSentAndNotYetAnswered() throws Exception {
        AtomicBoolean seen = new AtomicBoolean();
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> {
            await().untilTrue(seen);
            return OK;
        })) {
            StormResult result = new Storm(settings).run(List.of(genuine(receiver.uri(), 1)), progress -> {
                seen.set(seen.get() || progress.sent() == 1);
            });

            assertThat(result.acknowledged()).isEqualTo(1);
        }
    }

    @Test
    void progressEndsWithTheFinalFigures() throws Exception {
        AtomicReference<Progress> last = new AtomicReference<>();
        try (var receiver = new ReceiverStandIn(0, (number, exchange, body) -> OK)) {
            StormResult result = new Storm(settings).run(List.of(genuine(receiver.uri(), 10)), last::set);

            assertThat(last.get()).isEqualTo(new Progress(10, 0, 10, 10, 0));
            assertThat(result.sent()).isEqualTo(10);
            await().untilAsserted(() -> assertThat(receiver.requests()).isEqualTo(10));
        }
    }

    private Mailing genuine(URI target, int copies) {
        return Mailing.genuine(target, WECHAT.notification(payment(1), random), copies);
    }

    private Mailing forged(URI target, Forgery forgery) {
        return Mailing.forged(target, WECHAT.notification(payment(1), random), Set.of(forgery));
    }

    private static SimulatedPayment payment(int number) {
        return new SimulatedPayment("42000" + number, "P" + number, 9900, "CNY", Instant.parse("2026-12-01T09:59:58Z"));
    }

    private static String header(HttpExchange exchange, String name) {
        return requireNonNull(exchange.getRequestHeaders().getFirst(name));
    }

    private static ReceiverStandIn started(int port) {
        try {
            return new ReceiverStandIn(port, (number, exchange, body) -> OK);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static int freePort() throws java.io.IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
