package dev.payonce.lab.bench;

import java.util.List;

/** What stands for several rounds: one disturbed round does not move it. */
final class Median {
    private Median() {}

    /** Of an even number of figures the upper of the middle two. */
    static long of(List<Long> figures) {
        return figures.stream().sorted().toList().get(figures.size() / 2);
    }
}
