package dev.payonce;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lets concurrent deliveries of one payment with the same content share one run, within this process. The first is the
 * leader and runs; the others follow it, holding no thread and no connection. Same payment with other content runs after
 * the leader has ended.
 */
final class SingleFlight {
    private final ConcurrentHashMap<PaymentKey, Flight> flights = new ConcurrentHashMap<>();

    /**
     * Runs {@code work} as the leader or follows the run that is under way.
     *
     * @param expired whether the caller has stopped waiting: then work that had to queue behind other content is not
     *     started for it
     * @return a future of the caller's own, which never completes exceptionally; completing it does not touch the run
     */
    CompletableFuture<Receipt> join(
            PaymentNotification notification, Supplier<CompletableFuture<Receipt>> work, BooleanSupplier expired) {
        Flight ours = new Flight(notification.content(), new CompletableFuture<>());
        Flight running = flights.putIfAbsent(notification.key(), ours);
        if (running == null) {
            lead(notification.key(), ours, work);
            return ours.done.copy();
        }
        if (running.content.equals(ours.content)) {
            return running.done.thenApply(SingleFlight::asFollower);
        }
        return running.done.thenCompose(ended -> expired.getAsBoolean()
                ? CompletableFuture.completedFuture(Receipt.of(Outcome.IN_PROGRESS))
                : join(notification, work, expired));
    }

    private void lead(PaymentKey key, Flight flight, Supplier<CompletableFuture<Receipt>> work) {
        var unused = start(work).handle((receipt, fault) -> {
            // The slot is free before the answer is known, so that whoever reacts to the answer finds a free slot.
            flights.remove(key, flight);
            return flight.done.complete(fault == null ? receipt : Receipt.of(Outcome.UNAVAILABLE));
        });
    }

    /** A start that throws must not leave the slot taken for ever. */
    private static CompletableFuture<Receipt> start(Supplier<CompletableFuture<Receipt>> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** One posting is told as POSTED once: to its leader. */
    private static Receipt asFollower(Receipt leader) {
        return leader.outcome() == Outcome.POSTED ? Receipt.of(Outcome.ALREADY_POSTED) : leader;
    }

    private record Flight(PaymentNotification.Content content, CompletableFuture<Receipt> done) {}
}
