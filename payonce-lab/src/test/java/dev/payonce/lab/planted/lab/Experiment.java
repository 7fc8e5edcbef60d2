package dev.payonce.lab.planted.lab;

/** Harmless. */
public final class Experiment {

    private Experiment() {}

    public static String name() {
        return "experiment";
    }
}
