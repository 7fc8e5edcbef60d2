package dev.payonce.lab.schemes.trial;

import dev.payonce.lab.ServerProcess;
import dev.payonce.lab.ServerProcess.Launch;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The servers of one trial, for a fault to strike. Used by one thread at a time. */
final class Stage implements AutoCloseable {
    private static final int SIGNAL_SECONDS = 10;

    private final Postgres postgres;
    private final Redises redises;
    private final Launch launch;
    private final int port;
    private ServerProcess receiver;

    /** Starts the receiver. */
    Stage(Postgres postgres, Redises redises, Launch launch) throws IOException, InterruptedException {
        this.postgres = postgres;
        this.redises = redises;
        this.launch = launch;
        this.port = ServerProcess.freePort();
        this.receiver = ServerProcess.start(launch, port);
    }

    int port() {
        return port;
    }

    Postgres postgres() {
        return postgres;
    }

    Redises redises() {
        return redises;
    }

    /** {@code kill -9}, and the same program again at the same port. */
    void killReceiver() throws IOException, InterruptedException {
        receiver.kill();
        receiver = ServerProcess.start(launch, port);
    }

    /** Stands still, as in a long garbage collection or a move to another host, then goes on. */
    void stopReceiver(long millis) throws IOException, InterruptedException {
        signal("STOP");
        try {
            Thread.sleep(millis);
        } finally {
            signal("CONT");
        }
    }

    /** Makes the database slow, so that work is in its middle when the step comes, and for a while after it. */
    void inTheMiddleOfWork(Fault.Step step) throws Exception {
        postgres.answers().delay(Measures.SLOW);
        try {
            // Long enough for work to have begun, too short for a receiver that is quick to end the storm.
            Thread.sleep(Measures.SLOW.dividedBy(4).toMillis());
            step.run(this);
            Thread.sleep(Measures.SLOW.multipliedBy(4).toMillis());
        } finally {
            postgres.answers().delay(Duration.ZERO);
        }
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(receiver.pid()))
                .inheritIO()
                .start();
        if (!kill.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new IllegalStateException("the receiver could not be sent SIG" + name);
        }
    }

    /** Tells the receiver to end, after the work in hand. */
    @Override
    public void close() {
        receiver.close();
    }
}
