package dev.payonce.lab.schemes.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.Sending;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.StormResult;
import dev.payonce.simulator.http.Manner;
import dev.payonce.simulator.wechat.WeChatPayV3;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FindingTest {
    private static final Instant NOW = Instant.parse("2026-12-02T08:00:00Z");
    private static final WeChatPayV3 PLATFORM = WeChatPayV3.generate("1900000109", "wx8888888888888888");
    private static final Contender CONTENDER = Contender.all().get(0);

    private final Mailing right = mailing("right");
    private final Mailing doubled = mailing("doubled");
    private final Mailing forgotten = mailing("forgotten");
    private final Mailing stuck = mailing("stuck");
    private final Mailing gone = mailing("gone");

    @Test
    void countsEachPaymentByWhatThePlatformHeardAndWhatTheBooksHold() {
        StormResult result = result(
                answer(right, true),
                answer(right, false),
                answer(doubled, true),
                answer(forgotten, true),
                answer(stuck, false),
                answer(gone, false));

        Finding finding = finding(result, Map.of("right", 1, "doubled", 3, "stuck", 1), Optional.empty());

        assertThat(finding.doubled()).isEqualTo(1);
        assertThat(finding.lost()).as("forgotten and gone").isEqualTo(2);
        assertThat(finding.wronglyAcknowledged()).as("forgotten").isEqualTo(1);
        assertThat(finding.stuck()).as("stuck and gone").isEqualTo(2);
        assertThat(finding.deliveries()).isEqualTo(6);
        assertThat(finding.perSecond()).isEqualTo(1);
        assertThat(finding.harm()).isTrue();
    }

    @Test
    void eachKindOfHarmAloneIsHarm() {
        Map<String, Integer> once = Map.of("right", 1);

        assertThat(finding(result(answer(right, true)), once, Optional.empty()).harm())
                .isFalse();
        assertThat(finding(result(answer(right, true)), Map.of("right", 2), Optional.empty())
                        .harm())
                .isTrue();
        assertThat(finding(result(answer(right, true)), Map.of(), Optional.empty())
                        .harm())
                .isTrue();
        assertThat(finding(result(answer(right, false)), once, Optional.empty()).harm())
                .isTrue();
        assertThat(finding(result(answer(right, true)), once, Optional.of("the books are wrong"))
                        .harm())
                .isTrue();
    }

    private static Finding finding(StormResult result, Map<String, Integer> postings, Optional<String> violation) {
        List<SimulatedPayment> payments = result.mailings().stream()
                .map(mailing -> mailing.notification().payment())
                .toList();
        return Finding.of(CONTENDER, Fault.STORM, payments, result, postings, violation);
    }

    private static StormResult result(Attempt... attempts) {
        List<Attempt> journal = List.of(attempts);
        List<Mailing> mailings =
                journal.stream().map(Attempt::mailing).distinct().toList();
        return new StormResult(mailings, journal, Duration.ofSeconds(3), 0);
    }

    private static Attempt answer(Mailing mailing, boolean acknowledged) {
        Sending sending = new Sending(NOW, 0, Manner.PROMPT);
        return new Attempt(mailing, 0, 1, acknowledged ? 200 : 503, "", null, acknowledged, 1_000_000, sending);
    }

    private static Mailing mailing(String order) {
        SimulatedPayment payment = new SimulatedPayment("4200" + order, order, 9900, "CNY", NOW);
        return Mailing.genuine(URI.create("http://127.0.0.1:1/notify/wx"), PLATFORM.notification(payment), 1);
    }
}
