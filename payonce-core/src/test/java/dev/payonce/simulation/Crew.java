package dev.payonce.simulation;

import dev.payonce.SimulatedReceiver.Pool;
import dev.payonce.simulation.SteppedExecution.Parked;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** A process's bounded pool, whose calls to the books go on statement by statement. */
final class Crew implements Pool {
    private final Floor floor;
    private final Scheduler.Actor process;
    private final int threads;
    private final int room;
    private final List<Job<?>> running = new ArrayList<>();
    private final Queue<Job<?>> waiting = new ArrayDeque<>();

    Crew(Floor floor, Scheduler.Actor process, int threads, int room) {
        this.floor = floor;
        this.process = process;
        this.threads = threads;
        this.room = room;
    }

    /** One call, made again for each of its steps. */
    private final class Job<T> {
        private final Supplier<T> call;
        private final Lane lane = floor.scheduler().lane();
        private final SteppedExecution execution = new SteppedExecution(floor.scheduler(), floor.weather());
        private final CompletableFuture<T> result = new CompletableFuture<>();
        private int step;

        private Job(Supplier<T> call) {
            this.call = call;
        }

        private void goOnAfter(long millis) {
            int next = step;
            floor.scheduler().at(floor.scheduler().now() + millis, process, lane, () -> {
                if (step == next) {
                    step++;
                    goOn();
                }
            });
        }

        private void goOn() {
            try {
                T value = floor.running(execution, () -> execution.resume(call));
                end();
                boolean unused = result.complete(value);
            } catch (Parked parked) {
                goOnAfter(parked.millis);
                if (parked.holder != null) {
                    parked.holder.whenEnded(() -> goOnAfter(1));
                }
            } catch (RuntimeException fault) {
                end();
                boolean unused = result.completeExceptionally(fault);
            }
        }

        private void end() {
            running.remove(this);
            Job<?> next = waiting.poll();
            if (next != null) {
                start(next);
            }
        }
    }

    @Override
    public <T> CompletableFuture<T> call(Supplier<T> call) {
        Job<T> job = new Job<>(call);
        if (running.size() < threads) {
            start(job);
        } else if (waiting.size() < room) {
            waiting.add(job);
        } else {
            return CompletableFuture.failedFuture(new RejectedExecutionException("pool is full"));
        }
        return job.result;
    }

    private void start(Job<?> job) {
        running.add(job);
        job.goOnAfter(job.lane.below(2));
    }

    /** The server ends the sessions: what they have not committed is undone. */
    void loseSessions() {
        running.forEach(job -> job.execution.abandon());
    }
}
