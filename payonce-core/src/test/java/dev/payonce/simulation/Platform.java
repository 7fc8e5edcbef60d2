package dev.payonce.simulation;

import dev.payonce.simulation.Item.Extra;
import dev.payonce.simulation.Item.Kind;
import dev.payonce.simulation.Item.Payment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Reports payments as the platforms do: again and again until it is acknowledged, to whichever node the network picks. */
final class Platform {
    /** How often it still sends, once nothing goes wrong any more, before a payment counts as lost. */
    static final int LAST_TRIES = 6;

    private static final long PATIENCE = 5_000;
    private static final long LONGEST_PAUSE = 600_000;

    private final World world;
    private final Map<Payment, Integer> lastTries = new LinkedHashMap<>();

    /** The seconds between a platform's deliveries. */
    enum Model {
        WECHAT,
        ALIPAY,
        EAGER;

        private static final int[] WECHAT_SECONDS = {15, 15, 30, 180, 600, 1200, 1800};
        private static final int[] ALIPAY_SECONDS = {240, 600, 600, 3600};
        private static final int[] EAGER_SECONDS = {1, 2, 5, 10, 60, 300};

        private long pause(int attempt) {
            int[] seconds = switch (this) {
                case WECHAT -> WECHAT_SECONDS;
                case ALIPAY -> ALIPAY_SECONDS;
                case EAGER -> EAGER_SECONDS;
            };
            return seconds[Math.min(attempt, seconds.length - 1)] * 1_000L;
        }
    }

    Platform(World world) {
        this.world = world;
    }

    void start(Payment payment) {
        world.at(payment.at(), payment.id(), () -> attempt(payment, 0));
    }

    void start(Extra extra) {
        Payment payment = extra.payment();
        Payment sent = switch (extra.kind()) {
            case CONFLICTING -> payment.with(extra.number() % 2 == 0 ? payment.orderNo() : "ORD1", 7700);
            case OTHER_CHANNEL -> payment.through(payment.channel().equals("wx") ? "wx-v2" : payment.channel());
            case DUPLICATE, FORGED, FOREIGN, IGNORED -> payment;
        };
        world.at(extra.at(), payment.id() + "+" + extra.number(), () -> deliver(extra.kind(), sent, success -> {}));
    }

    private void attempt(Payment payment, int attempt) {
        boolean last = world.isCalm() && lastTries.merge(payment, 1, Integer::sum) == LAST_TRIES;
        deliver(Kind.DUPLICATE, payment, success -> {
            if (success) {
                world.auditor().acknowledged(payment);
            } else if (!last) {
                long pause = Math.min(payment.model().pause(attempt), LONGEST_PAUSE);
                world.scheduler().after(pause, world.network(), () -> attempt(payment, attempt + 1));
            }
        });
    }

    private void deliver(Kind kind, Payment payment, Consumer<Boolean> heard) {
        Scheduler scheduler = world.scheduler();
        Lane lane = scheduler.lane();
        boolean[] over = new boolean[1];
        Consumer<Boolean> once = success -> {
            if (!over[0]) {
                over[0] = true;
                heard.accept(success);
            }
        };
        long signedAt = scheduler.instant().toEpochMilli();
        scheduler.after(PATIENCE, world.network(), () -> once.accept(false));
        scheduler.after(lane.quick(), world.network(), () -> {
            Node node = world.node(lane.below(world.plan().nodes()));
            if (node.accepts()) {
                node.receive(
                        kind,
                        payment,
                        signedAt,
                        success -> scheduler.after(lane.quick(), world.network(), () -> once.accept(success)));
            } else {
                once.accept(false);
            }
        });
    }
}
