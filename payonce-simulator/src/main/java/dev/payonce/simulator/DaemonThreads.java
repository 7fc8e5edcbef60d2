package dev.payonce.simulator;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Thread pools that keep no process alive and no idle thread for long, so that nobody has to close them. */
final class DaemonThreads {
    private static final int KEEP_ALIVE_SECONDS = 5;

    private DaemonThreads() {}

    /** As many threads as processors, at least two. */
    static ExecutorService perProcessor(String name) {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
