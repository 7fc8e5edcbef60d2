package dev.payonce.spring;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Work that comes round: one daemon thread, started last and stopped first. A tick that fails is logged in one line and
 * comes round again. A scheduler of its own, which the application's {@code @Scheduled} methods neither see nor delay.
 */
final class Ticks implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(Ticks.class);
    private static final int PATIENCE_SECONDS = 5;

    /** {@code work} begins {@code every} after its last end. */
    record Tick(String name, Duration every, Runnable work) {}

    private final List<Tick> ticks;
    private final Clock clock;
    private @Nullable ThreadPoolTaskScheduler scheduler;

    Ticks(List<Tick> ticks, Clock clock) {
        this.ticks = List.copyOf(ticks);
        this.clock = clock;
    }

    @Override
    public synchronized void start() {
        ThreadPoolTaskScheduler fresh = new ThreadPoolTaskScheduler();
        fresh.setDaemon(true);
        fresh.setThreadNamePrefix("payonce-tick-");
        fresh.setClock(clock);
        fresh.setWaitForTasksToCompleteOnShutdown(true);
        fresh.setAwaitTerminationSeconds(PATIENCE_SECONDS);
        fresh.initialize();
        for (Tick tick : ticks) {
            var unused = fresh.scheduleWithFixedDelay(
                    () -> run(tick), clock.instant().plus(tick.every), tick.every);
        }
        scheduler = fresh;
    }

    private static void run(Tick tick) {
        try {
            tick.work.run();
        } catch (RuntimeException e) {
            log.warn("tick failed, it comes round again tick={} fault={}", tick.name, e.toString());
        }
    }

    @Override
    public synchronized void stop() {
        ThreadPoolTaskScheduler running = scheduler;
        scheduler = null;
        if (running != null) {
            running.destroy();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return scheduler != null;
    }
}
