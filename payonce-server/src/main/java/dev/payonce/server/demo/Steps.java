package dev.payonce.server.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/**
 * Tells what is being done: on a terminal one line that is written over until its step has ended, elsewhere a plain line for
 * each step and a sign of life every few seconds. No escape sequences. Used by one thread.
 */
final class Steps {
    private static final long SIGN_OF_LIFE_NANOS = Duration.ofSeconds(10).toNanos();

    private final PrintWriter out;
    private final boolean terminal;
    private String name = "";
    private String text = "";
    private int shown;
    private long begun;
    private long lastSign;

    Steps(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    void begin(String stepName, String stepText) {
        name = stepName;
        text = stepText;
        begun = System.nanoTime();
        lastSign = begun;
        if (terminal) {
            overwrite(line("..."));
        }
    }

    /** @param detail how far the step is */
    void progress(String detail) {
        if (terminal) {
            overwrite(line("... " + detail));
        } else if (System.nanoTime() - lastSign >= SIGN_OF_LIFE_NANOS) {
            lastSign = System.nanoTime();
            out.println(line("... " + detail));
            out.flush();
        }
    }

    void end() {
        String line = line(seconds(Duration.ofNanos(System.nanoTime() - begun)));
        if (terminal) {
            overwrite(line);
            shown = 0;
            out.println();
        } else {
            out.println(line);
        }
        out.flush();
    }

    static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }

    private String line(String state) {
        return String.format(Locale.ROOT, "  %-8s %-66s %s", name, text, state);
    }

    private void overwrite(String line) {
        out.print('\r' + line + " ".repeat(Math.max(0, shown - line.length())));
        out.flush();
        shown = line.length();
    }
}
