package dev.payonce.lab.planted.simulator;

/** Harmless. */
public final class Simulated {

    private Simulated() {}

    public static String name() {
        return "simulated";
    }
}
