package dev.payonce.lab.planted.spring;

import dev.payonce.lab.planted.simulator.Simulated;

/** A starter that brings the simulator. */
public final class KnowsTheSimulator {

    private KnowsTheSimulator() {}

    static String name() {
        return Simulated.name();
    }
}
