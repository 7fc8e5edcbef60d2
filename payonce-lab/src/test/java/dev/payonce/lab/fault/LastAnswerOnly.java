package dev.payonce.lab.fault;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.RetrySchedule;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * A notification whose platform hears the answer to its last attempt only: all those before get lost on their way, so that
 * it goes through its whole schedule. For one sender, which may sign on any thread.
 */
final class LastAnswerOnly implements Notification {
    private final Notification notification;
    private final AtomicInteger attempts = new AtomicInteger();

    LastAnswerOnly(Notification notification) {
        this.notification = notification;
    }

    @Override
    public Platform platform() {
        return new HardOfHearing(notification.platform(), attempts);
    }

    @Override
    public SimulatedPayment payment() {
        return notification.payment();
    }

    @Override
    public String event() {
        return notification.event();
    }

    @Override
    public SignedRequest sign(Set<Forgery> forgeries, Instant at, RandomGenerator random) {
        attempts.incrementAndGet();
        return notification.sign(forgeries, at, random);
    }

    private record HardOfHearing(Platform platform, AtomicInteger attempts) implements Platform {
        @Override
        public String name() {
            return platform.name();
        }

        @Override
        public Notification notification(SimulatedPayment payment, RandomGenerator random) {
            return platform.notification(payment, random);
        }

        @Override
        public boolean acknowledged(Answer answer) {
            return attempts.get() > schedule().pauses().size() && platform.acknowledged(answer);
        }

        @Override
        public RetrySchedule schedule() {
            return platform.schedule();
        }

        @Override
        public Duration patience() {
            return platform.patience();
        }

        @Override
        public Set<Forgery> forgeries() {
            return platform.forgeries();
        }
    }
}
