package dev.payonce.memory;

import dev.payonce.Confirmation;
import dev.payonce.HeldReason;
import dev.payonce.PaymentNotification;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code pay_transaction}: APPLIED or HELD.
 *
 * @param reason why it is held; of an applied row, only while its evaluation is under way
 */
public record Row(
        long id,
        PaymentNotification payment,
        boolean applied,
        @Nullable HeldReason reason,
        int evaluations,
        Instant nextLook) {

    boolean isHeld() {
        return !applied;
    }

    boolean hasContentOf(PaymentNotification other) {
        return payment.money().equals(other.money()) && Objects.equals(payment.orderNo(), other.orderNo());
    }

    Confirmation answer(PaymentNotification other) {
        return hasContentOf(other) ? answer() : Confirmation.CONFLICT;
    }

    Confirmation answer() {
        return applied
                ? Confirmation.ALREADY_POSTED
                : Confirmation.held(Objects.requireNonNull(reason, "held for a reason"));
    }

    /** Taken for evaluation: of racing callers one gets it. Keeps what it was held for. */
    Row taken() {
        return new Row(id, payment, true, reason, evaluations + 1, nextLook);
    }

    Row settled() {
        return new Row(id, payment, true, null, evaluations, Instant.MAX);
    }

    Row held(HeldReason newReason, Instant next) {
        return new Row(id, payment, false, newReason, evaluations, next);
    }

    String suspense() {
        return payment.channel() + ":" + payment.key().transactionId();
    }
}
