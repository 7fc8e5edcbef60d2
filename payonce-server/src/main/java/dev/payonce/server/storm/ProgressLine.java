package dev.payonce.server.storm;

import dev.payonce.simulator.Progress;
import dev.payonce.simulator.StormResult;
import java.io.PrintWriter;
import java.util.Locale;

/** A line that is written over, where that can be done; else nothing until the end. */
final class ProgressLine {
    private final PrintWriter out;
    private final boolean terminal;
    private final long start = System.nanoTime();

    ProgressLine(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void show(Progress progress) {
        if (terminal) {
            long millis = Math.max(1, (System.nanoTime() - start) / 1_000_000);
            out.printf(
                    Locale.ROOT,
                    "\r  %,d of %,d deliveries done, %,d requests, %,d acknowledged, %,d unanswered, %,d per second ",
                    progress.deliveries() - progress.open(),
                    progress.deliveries(),
                    progress.sent(),
                    progress.acknowledged(),
                    progress.unanswered(),
                    progress.sent() * 1000 / millis);
            out.flush();
        }
    }

    StormResult endAfter(StormResult result) {
        if (terminal) {
            out.println();
        }
        return result;
    }
}
