package dev.payonce.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * One run of the pipeline from one seed:
 *
 * <ol>
 *   <li>the seed makes a {@link Plan}: orders, payments, deliveries, and what goes wrong when;
 *   <li>a {@link World} carries it out: the production pipeline and circuit breaker on several nodes, one gate, one set of
 *       books, platforms that send until they are acknowledged; all on one thread and a virtual clock;
 *   <li>an {@link Auditor} holds each answer, and what is there in the end, against the invariants.
 * </ol>
 */
final class Simulation {
    private Simulation() {}

    /** What came of it; the trace is empty unless it was asked for. */
    record Result(List<String> violations, long answers, List<String> trace) {
        boolean failed() {
            return !violations.isEmpty();
        }
    }

    static Result run(Plan plan, Bug bug) {
        return run(plan, bug, false);
    }

    static Result traced(Plan plan, Bug bug) {
        return run(plan, bug, true);
    }

    private static Result run(Plan plan, Bug bug, boolean keepTrace) {
        Trace trace = new Trace(keepTrace);
        World world = new World(plan, bug, trace);
        world.run();
        return new Result(
                List.copyOf(world.auditor().violations()), world.auditor().answers(), trace.lines());
    }

    /** The smallest part of a failing plan that is found to fail still, leaving out ever fewer items at once. */
    static Plan shrink(Plan failing, Bug bug) {
        Plan smallest = failing;
        int size = Math.max(1, failing.items().size() / 2);
        while (size >= 1) {
            Plan smaller = withoutSome(smallest, size, bug);
            if (smaller.items().size() == smallest.items().size()) {
                size /= 2;
            }
            smallest = smaller;
        }
        return smallest;
    }

    private static Plan withoutSome(Plan plan, int size, Bug bug) {
        List<Item> items = new ArrayList<>(plan.items());
        for (int from = 0; from < items.size(); from += size) {
            Plan smaller = plan.without(items.subList(from, Math.min(items.size(), from + size)));
            if (run(smaller, bug).failed()) {
                return smaller;
            }
        }
        return plan;
    }
}
