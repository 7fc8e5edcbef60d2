package dev.payonce.server.storm;

import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.Expectation;
import dev.payonce.simulator.Latencies;
import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.StormResult;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a storm found out about its receiver. Each list names what does harm.
 *
 * @param storm what was sent and answered
 * @param payments genuine payments that were to be delivered
 * @param acknowledged of them, acknowledged in their platform's form
 * @param wrongSuccess forged deliveries that were acknowledged
 * @param forgeries forged deliveries that were to be made
 * @param refusedForEver genuine payments that were never acknowledged, though the platform went on until it gave up
 * @param openAtTheEnd genuine payments that were not yet acknowledged when the time was over
 * @param checked whether the receiver's own books were read
 * @param booksFault why they could not be read, though they were to be; else absent
 * @param postedTwice orders and how often each was posted, if more than once
 * @param neverPosted orders that were not posted; those whose payment was acknowledged say so
 * @param late requests whose answer the platform did not wait for
 * @param longestOver the most by which an answer came too late
 */
record Findings(
        StormResult storm,
        int payments,
        int acknowledged,
        List<String> wrongSuccess,
        int forgeries,
        List<String> refusedForEver,
        List<String> openAtTheEnd,
        boolean checked,
        @Nullable String booksFault,
        Map<String, Long> postedTwice,
        List<String> neverPosted,
        int late,
        Duration longestOver) {

    /** Of a receiver whose books nobody asked for. */
    static Findings of(StormResult storm) {
        return of(storm, null, null);
    }

    /** @param postings how often each order was posted, by the receiver's books */
    static Findings of(StormResult storm, Map<String, Long> postings) {
        return of(storm, postings, null);
    }

    /** @param fault why the books could not be read */
    static Findings withoutBooks(StormResult storm, String fault) {
        return of(storm, null, fault);
    }

    private static Findings of(StormResult storm, @Nullable Map<String, Long> postings, @Nullable String fault) {
        List<Mailing> genuine = storm.mailings().stream()
                .filter(mailing -> mailing.expectation() == Expectation.ACKNOWLEDGED)
                .toList();
        Set<Mailing> never = new HashSet<>(storm.neverAcknowledged());
        List<Attempt> late = storm.late();
        Map<String, Long> twice = new TreeMap<>();
        Map<String, String> unposted = new TreeMap<>();
        if (postings != null) {
            for (Mailing mailing : genuine) {
                String order = order(mailing);
                long count = postings.getOrDefault(order, 0L);
                if (count > 1) {
                    twice.put(order, count);
                } else if (count == 0) {
                    unposted.put(order, never.contains(mailing) ? order : order + " (acknowledged)");
                }
            }
        }
        List<String> open = never.stream().map(Findings::name).sorted().toList();
        boolean cutShort = storm.unfinished() > 0;
        return new Findings(
                storm,
                genuine.size(),
                genuine.size() - never.size(),
                storm.wronglyAcknowledged().stream()
                        .map(attempt -> name(attempt.mailing()) + " "
                                + attempt.mailing().forgeries())
                        .distinct()
                        .toList(),
                storm.mailings().size() - genuine.size(),
                cutShort ? List.of() : open,
                cutShort ? open : List.of(),
                postings != null,
                fault,
                twice,
                List.copyOf(unposted.values()),
                late.size(),
                late.stream()
                        .map(Attempt::pastPatience)
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO));
    }

    /** Whether the receiver did anything wrong. */
    boolean harm() {
        return !(wrongSuccess.isEmpty() && refusedForEver.isEmpty() && postedTwice.isEmpty() && neverPosted.isEmpty())
                && !unheard();
    }

    /**
     * Whether nothing can be said: nobody answered at all, the time was over before the platform gave up, or the books could
     * not be read, and there is nothing that is wrong all the same.
     */
    boolean unknown() {
        return unheard() || ((storm.unfinished() > 0 || booksFault != null) && !harmWithoutTime());
    }

    /** What the receiver did wrong whatever it would still have been sent. */
    private boolean harmWithoutTime() {
        return !wrongSuccess.isEmpty() || !postedTwice.isEmpty();
    }

    /** Whether nobody answered at all. */
    boolean unheard() {
        return storm.journal().stream().noneMatch(Attempt::answered);
    }

    Latencies latencies() {
        return storm.latencies();
    }

    private static String order(Mailing mailing) {
        SimulatedPayment payment = mailing.notification().payment();
        return payment.orderNo() == null ? "" : payment.orderNo();
    }

    private static String name(Mailing mailing) {
        return order(mailing) + " " + mailing.notification().payment().transactionId();
    }
}
