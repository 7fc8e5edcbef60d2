package dev.payonce.server.demo;

/**
 * Ends the demo's work when the process is told to stop. The thread is interrupted only while its work may be: an interrupt
 * during the start or the end of the servers could leave one of them behind, and Spring Boot's own shutdown waits for those.
 * Thread-safe.
 */
final class Interruption implements AutoCloseable {
    private final Thread worker = Thread.currentThread();
    private final Thread hook = new Thread(this::stop, "demo-stop");
    private boolean interruptible;
    private boolean stopped;

    /** For the calling thread. */
    Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** From now on the work may be interrupted. */
    synchronized void allow() throws InterruptedException {
        if (stopped) {
            throw new InterruptedException("the process is told to stop");
        }
        interruptible = true;
    }

    /** From now on it may not; an interrupt that came before is forgotten. */
    synchronized void forbid() {
        interruptible = false;
        var unused = Thread.interrupted();
    }

    /** Whether the process was told to stop. */
    synchronized boolean stopped() {
        return stopped;
    }

    private synchronized void stop() {
        stopped = true;
        if (interruptible) {
            worker.interrupt();
        }
    }

    @Override
    public void close() {
        if (!stopped()) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
