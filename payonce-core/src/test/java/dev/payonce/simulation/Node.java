package dev.payonce.simulation;

import dev.payonce.CallbackReceiver;
import dev.payonce.Channels;
import dev.payonce.CircuitBreakingGate;
import dev.payonce.Delivery;
import dev.payonce.Gate;
import dev.payonce.ReceiverSettings;
import dev.payonce.SimulatedReceiver;
import dev.payonce.SimulatedReceiver.Host;
import dev.payonce.SimulatedReceiver.Pool;
import dev.payonce.simulation.Item.Kind;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One process of the receiver, from its start to its end, in front of the gate and the books that all nodes share. */
final class Node implements Host {
    static final Duration DEADLINE = Duration.ofSeconds(4);
    private static final int MAX_DEATH_NOTICE = 1_000;
    private static final long IDLE_TIMEOUT = 5_000;

    private final World world;
    private final Scheduler.Actor process;
    private final Crew ticks;
    private final Clock clock;
    private final Channels channels;
    private final SimulatedReceiver receiver;
    private Crew crew;
    private boolean accepts = true;

    Node(World world, int number, String name) {
        this.world = world;
        this.process = new Scheduler.Actor(name);
        this.clock = world.scheduler().clock(() -> world.floor().weather().skew(number));
        this.ticks = new Crew(world.floor(), process, 1, 8);
        this.crew = ticks;
        this.channels = new Channels(List.of(
                new SimulatedChannel("wx", world.bug()),
                new SimulatedChannel("wx-v2", world.bug()),
                new SimulatedChannel("ali", world.bug())));
        Gate gate =
                new CircuitBreakingGate(new RedisLine(world.floor(), world.redis(), process, world.network()), clock);
        Plan plan = world.plan();
        this.receiver = new SimulatedReceiver(
                new CallbackReceiver.Ports(
                        channels,
                        gate,
                        world.bug().book(world.books(), gate, world.floor()::current),
                        alert -> world.scheduler().note("  alert " + alert.type())),
                new ReceiverSettings(DEADLINE, plan.trustMark(), plan.workers(), plan.queue(), Map.of()),
                clock,
                this);
    }

    @Override
    public Pool pool(int threads, int queue) {
        crew = new Crew(world.floor(), process, threads, queue);
        return crew;
    }

    @Override
    public void after(Duration time, Runnable call) {
        world.scheduler().after(time.toMillis(), process, call);
    }

    boolean accepts() {
        return accepts;
    }

    /** Takes a delivery; nothing is answered if the process dies on it. */
    void receive(Kind kind, Item.Payment payment, long signedAt, Consumer<Boolean> answer) {
        world.scheduler().after(0, process, () -> {
            Delivery delivery = SimulatedChannel.delivery(kind, payment, signedAt, clock.instant());
            SimulatedChannel channel =
                    (SimulatedChannel) channels.find(payment.channel()).orElseThrow();
            var unused = receiver.receive(channel, delivery).thenAccept(receipt -> {
                boolean success = channel.acknowledge(receipt).status() == 200;
                if (world.scheduler().isTraced()) {
                    world.scheduler()
                            .note(kind + " " + payment.id() + " at " + process + " answered " + receipt.outcome()
                                    + (receipt.heldReason() == null ? "" : " " + receipt.heldReason())
                                    + (success ? ": success" : ": retry"));
                }
                world.auditor().answered(process, kind, payment, receipt, success);
                answer.accept(success);
            });
        });
    }

    void tick() {
        world.scheduler().after(0, process, () -> {
            var unused = ticks.call(() -> world.books().reevaluateDue(10));
        });
    }

    /** As by kill -9; the database notices after a moment. */
    void kill() {
        accepts = false;
        process.die();
        Scheduler scheduler = world.scheduler();
        scheduler.after(scheduler.lane().below(MAX_DEATH_NOTICE), world.network(), this::loseSessions);
    }

    /** As by SIGTERM; the process ends when its claims are ended. */
    void stop() {
        accepts = false;
        world.scheduler().after(0, process, () -> {
            var unused = receiver.stop().thenAccept(drained -> {
                world.redis().requireNothingOf(process);
                kill();
            });
        });
    }

    void pause(long millis) {
        Scheduler scheduler = world.scheduler();
        long until = scheduler.now() + millis;
        process.pauseUntil(until);
        scheduler.after(IDLE_TIMEOUT, world.network(), () -> {
            if (scheduler.now() < until) {
                loseSessions();
            }
        });
    }

    void loseSessions() {
        crew.loseSessions();
        ticks.loseSessions();
    }
}
