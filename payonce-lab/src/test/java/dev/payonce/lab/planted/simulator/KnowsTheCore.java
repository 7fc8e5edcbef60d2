package dev.payonce.lab.planted.simulator;

import dev.payonce.lab.planted.Value;

/** A simulator that shares code with what it tests. */
public final class KnowsTheCore {

    private KnowsTheCore() {}

    static String name() {
        return Value.NAME;
    }
}
