package dev.payonce.simulation;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.memory.InMemoryBooks;
import dev.payonce.simulation.Item.Fault;
import dev.payonce.simulation.Item.Mischief;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything of one run. */
final class World {
    private static final long TICK_AFTER_CALM = 2 * 3_600_000;

    private final Plan plan;
    private final Bug bug;
    private final Scheduler scheduler;
    private final Floor floor;
    private final Scheduler.Actor network = new Scheduler.Actor("network");
    private final Auditor auditor = new Auditor(this);
    private final InMemoryBooks books;
    private final Redis redis;
    private final Crew merchant;
    private final List<Node> nodes = new ArrayList<>();
    private int started;

    World(Plan plan, Bug bug, Trace trace) {
        this.plan = plan;
        this.bug = bug;
        this.scheduler = new Scheduler(trace);
        Weather weather = new Weather(scheduler, plan);
        this.floor = new Floor(scheduler, weather);
        this.books = new InMemoryBooks(
                scheduler.clock(() -> 0),
                List.of(payment -> {
                    if (weather.is(Mischief.HANDLER_FAILS)) {
                        throw new IllegalStateException("a handler that fails");
                    }
                }),
                bug.missingDefences(),
                floor::current);
        this.redis = new Redis(floor, network, bug::server, auditor);
        this.merchant = new Crew(floor, network, 16, 16);
        for (int i = 0; i < plan.nodes(); i++) {
            nodes.add(start(i));
        }
    }

    private Node start(int number) {
        return new Node(this, number, "n" + number + "." + started++);
    }

    Plan plan() {
        return plan;
    }

    Bug bug() {
        return bug;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Floor floor() {
        return floor;
    }

    Scheduler.Actor network() {
        return network;
    }

    Auditor auditor() {
        return auditor;
    }

    InMemoryBooks books() {
        return books;
    }

    Redis redis() {
        return redis;
    }

    Node node(int number) {
        return nodes.get(number);
    }

    boolean isCalm() {
        return scheduler.now() >= plan.calmFrom();
    }

    /** Schedules what the world does, with chances of its own. */
    void at(long time, String lane, Runnable run) {
        scheduler.at(time, network, new Lane(plan.seed(), lane), run);
    }

    void run() {
        Platform platform = new Platform(this);
        plan.all(Item.Order.class).forEach(order -> at(order.at(), order.orderNo(), () -> create(order)));
        plan.all(Item.Close.class).forEach(close -> at(close.at(), "close " + close.orderNo(), () -> close(close)));
        plan.all(Item.Payment.class).forEach(platform::start);
        plan.all(Item.Extra.class).forEach(platform::start);
        plan.all(Item.Tick.class)
                .forEach(tick -> at(tick.at(), "tick", () -> node(tick.node()).tick()));
        plan.all(Fault.class).forEach(fault -> at(fault.at(), fault.mischief().name(), () -> begin(fault)));
        for (int i = 1; i <= 2; i++) {
            at(plan.calmFrom() + i * TICK_AFTER_CALM, "tick", () -> node(0).tick());
        }
        if (scheduler.run()) {
            auditor.atTheEnd();
        } else {
            auditor.violated("the run does not end");
        }
    }

    /** The merchant does it again until the database has answered. */
    private void create(Item.Order order) {
        NewOrder asked = new NewOrder(
                order.orderNo(),
                new Money(order.amount(), "CNY"),
                "user:1",
                order.channel().isEmpty() ? null : order.channel(),
                List.of());
        var unused = merchant.call(() -> books.create(asked)).handle((creation, fault) -> {
            scheduler.note(order.orderNo() + " " + (fault == null ? creation : fault.getMessage()));
            if (fault != null) {
                scheduler.after(1_000, network, () -> create(order));
            }
            return fault == null;
        });
    }

    private void close(Item.Close close) {
        var unused = merchant.call(() -> books.close(close.orderNo())).handle((closing, fault) -> {
            scheduler.note("close " + close.orderNo() + " " + (fault == null ? closing : fault.getMessage()));
            return Optional.empty();
        });
    }

    private void begin(Fault fault) {
        scheduler.note(fault.mischief() + " node=" + fault.node() + " for " + fault.lasts() + " ms");
        Node node = node(fault.node());
        switch (fault.mischief()) {
            case NODE_KILLED -> {
                node.kill();
                startAgain(fault);
            }
            case NODE_STOPPED -> {
                node.stop();
                startAgain(fault);
            }
            case NODE_PAUSED -> node.pause(fault.lasts());
            case GATE_FLUSHED -> redis.flush();
            case GATE_FAILED_OVER -> redis.failOver();
            case BOOKS_SESSIONS_KILLED, BOOKS_DOWN -> {
                nodes.forEach(Node::loseSessions);
                merchant.loseSessions();
            }
            case CLOCK_SKEWED,
                    GATE_DOWN,
                    GATE_SLOW,
                    GATE_REPLY_LOST,
                    GATE_GRANTS_ALL,
                    GATE_FOREIGN_VALUES,
                    GATE_VANISHING,
                    GATE_LAGGING_REPLICA,
                    BOOKS_SLOW,
                    BOOKS_RETRYABLE,
                    BOOKS_COMMIT_UNKNOWN,
                    HANDLER_FAILS -> {
                // the weather knows
            }
        }
    }

    private void startAgain(Fault fault) {
        scheduler.after(fault.lasts(), network, () -> {
            if (!node(fault.node()).accepts()) {
                nodes.set(fault.node(), start(fault.node()));
            }
        });
    }
}
