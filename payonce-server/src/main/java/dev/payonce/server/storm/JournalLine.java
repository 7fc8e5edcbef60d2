package dev.payonce.server.storm;

import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SimulatedPayment;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One delivery as a journal file holds it, one JSON object a line.
 *
 * @param platform the platform's short name
 * @param delivery which of the payment's deliveries: copy and attempt, {@code 0.1} the first
 * @param forgeries what was wrong with it; empty: genuine
 * @param sentAt ISO 8601, UTC
 * @param status the answer's HTTP status; 0: none
 * @param acknowledged whether the platform takes the answer for "received"
 * @param latencyMicros from the intended time of sending to the answer's end
 */
record JournalLine(
        String platform,
        String transactionId,
        @Nullable String orderNo,
        long amount,
        String currency,
        String delivery,
        List<String> forgeries,
        String sentAt,
        int status,
        boolean acknowledged,
        long latencyMicros) {
    private static final int NANOS = 1000;

    JournalLine {
        Objects.requireNonNull(platform, "platform");
        Objects.requireNonNull(transactionId, "transactionId");
        Objects.requireNonNull(sentAt, "sentAt");
        forgeries = List.copyOf(forgeries);
    }

    static JournalLine of(Attempt attempt) {
        var notification = attempt.mailing().notification();
        SimulatedPayment payment = notification.payment();
        return new JournalLine(
                notification.platform().name(),
                payment.transactionId(),
                payment.orderNo(),
                payment.amount(),
                payment.currency(),
                attempt.copy() + "." + attempt.number(),
                attempt.mailing().forgeries().stream()
                        .map(Forgery::name)
                        .sorted()
                        .toList(),
                attempt.sending().at().toString(),
                attempt.status(),
                attempt.acknowledged(),
                attempt.responseNanos() / NANOS);
    }

    boolean genuine() {
        return forgeries.isEmpty();
    }

    Instant sent() {
        return Instant.parse(sentAt);
    }
}
