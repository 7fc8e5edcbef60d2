package dev.payonce.spring;

import dev.payonce.CallbackReceiver;
import org.springframework.context.SmartLifecycle;

/**
 * Closes the receiver in the middle of the shutdown: after the web server has stopped accepting and its running requests
 * have ended, and before the gate and the connection pool go (design 2, step 10).
 */
final class ReceiverShutdown implements SmartLifecycle {
    /** Below the phases of the web server's graceful shutdown (1024 below the default) and stop (2048). */
    static final int PHASE = DEFAULT_PHASE - 4096;

    private final CallbackReceiver receiver;
    private volatile boolean running;

    ReceiverShutdown(CallbackReceiver receiver) {
        this.receiver = receiver;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        receiver.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
