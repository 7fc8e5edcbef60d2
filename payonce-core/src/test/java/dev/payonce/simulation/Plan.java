package dev.payonce.simulation;

import dev.payonce.simulation.Item.Extra;
import dev.payonce.simulation.Item.Fault;
import dev.payonce.simulation.Item.Kind;
import dev.payonce.simulation.Item.Mischief;
import dev.payonce.simulation.Item.Payment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * All that a run does not decide by itself, made from its seed.
 *
 * @param trustMark whether the gate's success mark is believed
 */
record Plan(long seed, int nodes, int workers, int queue, boolean trustMark, List<Item> items) {
    private static final int MINUTE = 60_000;

    Plan {
        items = List.copyOf(items);
    }

    static Plan of(long seed) {
        return new Draft(seed).plan();
    }

    /** A plan in the making. Most happens within a few milliseconds of the payments, where it can meet. */
    private static final class Draft {
        private final long seed;
        private final Lane lane;
        private final int nodes;
        private final List<Item> items = new ArrayList<>();
        private final List<Payment> payments = new ArrayList<>();

        private Draft(long seed) {
            this.seed = seed;
            this.lane = new Lane(seed, "plan");
            this.nodes = 1 + lane.below(3);
        }

        private Plan plan() {
            int orders = 1 + lane.below(2);
            int number = 1 + lane.below(3);
            for (int i = 0; i < number; i++) {
                payments.add(payment("T" + i, orders));
            }
            items.addAll(payments);
            for (int i = 0; i < orders; i++) {
                addOrder("ORD" + i);
            }
            int extras = lane.below(10);
            for (int i = 0; i < extras; i++) {
                items.add(extra(i));
            }
            int faults = lane.oneIn(8) ? 0 : 1 + lane.below(6);
            for (int i = 0; i < faults; i++) {
                items.add(fault());
            }
            int ticks = lane.below(4);
            for (int i = 0; i < ticks; i++) {
                items.add(new Item.Tick(lane.below(nodes), moment() + lane.below(2 * MINUTE)));
            }
            return new Plan(seed, nodes, 1 + lane.below(4), 1 + lane.below(8), !lane.oneIn(8), items);
        }

        private Payment payment(String id, int orders) {
            String orderNo = "ORD" + (lane.oneIn(3) ? lane.below(orders) : 0);
            long amount = lane.oneIn(12) ? 100 : 9900;
            Platform.Model model = lane.pick(Platform.Model.values());
            long at = 100L + (lane.oneIn(6) ? lane.below(MINUTE) : lane.below(100));
            return new Payment(id, orderNo, amount, lane.oneIn(3) ? "ali" : "wx", model, at);
        }

        /** Usually there before its payment, now and then at the same moment, late, or never. */
        private void addOrder(String orderNo) {
            int when = lane.below(24);
            if (when > 0) {
                long at = when < 14 ? 0 : when < 22 ? moment() : lane.below(2 * MINUTE);
                items.add(new Item.Order(orderNo, 9900, lane.oneIn(24) ? "ali" : "", at));
            }
            if (lane.oneIn(10)) {
                items.add(new Item.Close(orderNo, moment()));
            }
        }

        private Extra extra(int number) {
            Payment payment = payments.get(lane.below(payments.size()));
            Kind kind = lane.oneIn(4) ? lane.pick(Kind.values()) : Kind.DUPLICATE;
            long later = lane.oneIn(6) ? lane.below(10 * MINUTE) : lane.below(lane.oneIn(2) ? 20 : 400);
            return new Extra(number, kind, payment, payment.at() + later);
        }

        private Fault fault() {
            Mischief mischief = lane.pick(Mischief.values());
            int longest = lane.oneIn(2) ? 1_000 : lane.oneIn(2) ? 20_000 : 12 * MINUTE;
            return new Fault(mischief, lane.below(nodes), moment(), 1 + lane.below(longest));
        }

        /** Mostly while the first deliveries of a payment, or its second, are under way. */
        private long moment() {
            long at = payments.get(lane.below(payments.size())).at();
            return lane.oneIn(6)
                    ? lane.below(2 * MINUTE)
                    : at + (lane.oneIn(4) ? lane.below(20_000) : lane.below(lane.oneIn(2) ? 40 : 400));
        }
    }

    <T extends Item> Stream<T> all(Class<T> type) {
        return items.stream().filter(type::isInstance).map(type::cast);
    }

    /** From then on nothing goes wrong any more. */
    long calmFrom() {
        return items.stream().mapToLong(Item::ends).max().orElse(0) + 1;
    }

    Plan without(List<? extends Item> left) {
        List<Item> kept = new ArrayList<>(items);
        kept.removeAll(left);
        return new Plan(seed, nodes, workers, queue, trustMark, kept);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("seed=" + seed + " nodes=" + nodes + " workers=" + workers + " queue="
                + queue + " trustMark=" + trustMark);
        items.forEach(item -> text.append("\n  ").append(item));
        return text.toString();
    }
}
