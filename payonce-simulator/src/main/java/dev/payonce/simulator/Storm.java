package dev.payonce.simulator;

import dev.payonce.simulator.http.Endpoint;
import java.net.URI;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Delivers mailings as platforms do on a bad day, and keeps a journal of it:
 *
 * <ol>
 *   <li>every copy of every mailing is a sender of its own; all are due at once, in a shuffled order, or at the
 *       {@link Weather}'s rate;
 *   <li>a genuine request that is not acknowledged by its platform's rule (no answer counts so) is signed anew and sent
 *       again after the platform's next pause, compressed, until it is acknowledged, the schedule or
 *       {@link StormSettings#maxRetries} ends, or the time is over;
 *   <li>a forged one is sent once, whatever the answer.
 * </ol>
 *
 * The endpoint may be restarted in the middle. Requests that were signed ahead and have grown old are signed again.
 * Follows no redirects, uses no proxy. Thread-safe; runs share nothing.
 */
public final class Storm {
    /** Most senders in one run. */
    public static final int MAX_DELIVERIES = 200_000;

    private final StormSettings settings;
    private final Clock clock;
    private final Targets targets;

    /** A storm against loopback addresses, by the system's clock. */
    public Storm(StormSettings settings) {
        this(settings, Clock.systemUTC(), Targets.loopback());
    }

    /**
     * A storm by another clock, or to other targets.
     *
     * @param clock the platforms' clock: requests are signed at its time
     * @param targets where it may go
     */
    public Storm(StormSettings settings, Clock clock, Targets targets) {
        this.settings = settings;
        this.clock = clock;
        this.targets = targets;
    }

    /** {@link #run(List, Consumer)} that reports to nobody. */
    public StormResult run(List<Mailing> mailings) throws InterruptedException {
        return run(mailings, progress -> {});
    }

    /**
     * Delivers and returns when every sender is done or the time is over; then requests under way are still waited for,
     * within their time-out.
     *
     * @param progress called by this thread, several times a second and at the end
     * @throws IllegalArgumentException before anything is sent, if a target is not allowed or there are too many
     *     deliveries
     */
    public StormResult run(List<Mailing> mailings, Consumer<Progress> progress) throws InterruptedException {
        return run(mailings, progress, attempt -> {});
    }

    /**
     * The same, telling of each request when it has ended.
     *
     * @param journal called by the storm's thread, which it holds up: it writes and returns. If it throws, the run ends
     */
    public StormResult run(List<Mailing> mailings, Consumer<Progress> progress, Consumer<Attempt> journal)
            throws InterruptedException {
        long deliveries = mailings.stream().mapToLong(Mailing::copies).sum();
        if (deliveries > MAX_DELIVERIES) {
            throw new IllegalArgumentException("a storm has at most " + MAX_DELIVERIES + " deliveries");
        }
        Map<URI, Endpoint> endpoints = new HashMap<>();
        mailings.forEach(mailing -> endpoints.computeIfAbsent(mailing.target(), targets::resolve));
        try (StormRun run = new StormRun(settings, clock, endpoints, mailings, journal)) {
            return run.deliver(progress);
        }
    }
}
