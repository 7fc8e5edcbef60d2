package dev.payonce.simulation;

import java.util.ArrayList;
import java.util.List;

/** What happened, line by line; kept only when somebody is going to read it. */
final class Trace {
    private final boolean kept;
    private final List<String> lines = new ArrayList<>();

    Trace(boolean kept) {
        this.kept = kept;
    }

    boolean isKept() {
        return kept;
    }

    void add(long millis, String lane, String what) {
        lines.add(String.format("%9d.%03d  %-12s %s", millis / 1000, millis % 1000, lane, what));
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}
