package dev.payonce.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.HeldReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The verdict must be able to fail, each check for its own reason. */
class VerdictTest {
    private static final String STORIES = "each payment ended as its story says, and its platform was told so";
    private static final String ACCOUNTS = "each account holds what its orders say";

    private final PlantedEvidence evidence = new PlantedEvidence();

    @Test
    void rightBooksBreakNothing() {
        assertThat(broken(evidence)).isEmpty();
        assertThat(Verdict.of(evidence.evidence()).holds()).isTrue();
    }

    @Test
    void acknowledgedForgeryBreaksInvariant1() {
        assertThat(broken(evidence.withAcknowledgedForgery())).containsExactly("1", STORIES);
    }

    @Test
    void successForHeldPaymentBreaksInvariant1() {
        assertThat(broken(evidence.withAcknowledgedWrongAmount())).containsExactly("1", STORIES);
    }

    @Test
    void successWithoutRowBreaksInvariants1And6() {
        assertThat(broken(evidence.withoutFirstRow())).containsExactly("1", "6", STORIES);
    }

    @Test
    void brokenRowsBreakTheInvariantThatTheCheckerNames() {
        for (String invariant : List.of("2", "3", "4", "5")) {
            assertThat(broken(new PlantedEvidence().withViolation(invariant + ": planted")))
                    .containsExactly(invariant);
        }
    }

    @Test
    void inventedPaymentBreaksInvariant6() {
        assertThat(broken(evidence.withInventedRow())).containsExactly("6");
    }

    @Test
    void otherAmountOnRecordBreaksInvariant6() {
        assertThat(broken(evidence.withFirstRowOfAmount(1))).containsExactly("6");
    }

    @Test
    void paymentHeldForNoReasonIsTold() {
        assertThat(broken(evidence.withFirstRowHeldFor(HeldReason.EXCESS_PAYMENT)))
                .containsExactly(STORIES);
    }

    @Test
    void paymentThatIsNeverAcknowledgedIsTold() {
        assertThat(broken(evidence.withPaymentThatIsNeverAcknowledged())).containsExactly(STORIES);
    }

    @Test
    void otherBalanceIsTold() {
        assertThat(broken(evidence.withMoreOn("user:1", "POINTS", 1))).containsExactly(ACCOUNTS);
    }

    @Test
    void balanceOfAccountThatShouldHoldNothingIsTold() {
        assertThat(broken(evidence.withMoreOn("user:99", "CNY", 1))).containsExactly(ACCOUNTS);
    }

    @Test
    void deliveryThatTheServerDidNotCountIsTold() {
        assertThat(broken(evidence.withDeliveryThatTheServerDidNotCount()))
                .containsExactly("each delivery was counted by the server, once");
    }

    /** The broken invariants by number, the others by their text. */
    private static List<String> broken(PlantedEvidence planted) {
        Verdict verdict = Verdict.of(planted.evidence());
        List<String> broken = verdict.checks().stream()
                .filter(check -> !check.holds())
                .map(check -> check.invariant().isBlank() ? check.text() : check.invariant())
                .toList();
        assertThat(verdict.holds()).isEqualTo(broken.isEmpty());
        return broken;
    }
}
