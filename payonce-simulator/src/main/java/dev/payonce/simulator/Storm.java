package dev.payonce.simulator;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Delivers mailings as platforms do on a bad day, and keeps a journal of it:
 *
 * <ol>
 *   <li>every copy of every mailing is a sender of its own; all are due at once, in a shuffled order;
 *   <li>a genuine request that is not acknowledged by its platform's rule (no answer counts so) is signed anew and sent
 *       again after the platform's next pause, compressed, until it is acknowledged, the schedule or
 *       {@link StormSettings#maxRetries} ends, or the time is over;
 *   <li>a forged one is sent once, whatever the answer.
 * </ol>
 *
 * The endpoint may be restarted in the middle. Requests that were signed ahead and have grown old are signed again.
 * Sends to loopback addresses only, unless made for others: a storm is an attack on a server that does not expect it.
 * Follows no redirects, uses no proxy. Thread-safe; runs share connections and nothing else.
 */
public final class Storm {
    /** Most senders in one run. */
    public static final int MAX_DELIVERIES = 200_000;

    /** Literal addresses, since a name might mean another address when the connection is made. */
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[(::1|0:0:0:0:0:0:0:1)]");

    private static final Set<String> SCHEMES = Set.of("http", "https");

    private final StormSettings settings;
    private final Clock clock;
    private final boolean remoteTargetsAllowed;
    private final HttpClient client;

    /** A storm against loopback addresses, by the system's clock. */
    public Storm(StormSettings settings) {
        this(settings, Clock.systemUTC(), false);
    }

    /**
     * @param clock the platforms' clock: requests are signed at its time
     * @param remoteTargetsAllowed whether other addresses than loopback may be targets
     */
    public Storm(StormSettings settings, Clock clock, boolean remoteTargetsAllowed) {
        this.settings = settings;
        this.clock = clock;
        this.remoteTargetsAllowed = remoteTargetsAllowed;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(settings.answerTimeout())
                .executor(DaemonThreads.perProcessor("storm-http"))
                .build();
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
        long deliveries = mailings.stream().mapToLong(Mailing::copies).sum();
        if (deliveries > MAX_DELIVERIES) {
            throw new IllegalArgumentException("a storm has at most " + MAX_DELIVERIES + " deliveries");
        }
        mailings.forEach(mailing -> requireAllowed(mailing.target()));
        try (StormRun run = new StormRun(settings, clock, client, mailings)) {
            return run.deliver(progress);
        }
    }

    private void requireAllowed(URI target) {
        if (target.getScheme() == null || !SCHEMES.contains(target.getScheme()) || target.getHost() == null) {
            throw new IllegalArgumentException("not an http(s) target: " + target);
        }
        if (!remoteTargetsAllowed && !LOOPBACK.matcher(target.getHost()).matches()) {
            throw new IllegalArgumentException("target is not a loopback address: " + target.getHost());
        }
    }
}
