package dev.payonce.lab.planted;

import dev.payonce.lab.planted.lab.Experiment;

/** A product that depends on its lab. */
public final class KnowsTheLab {

    private KnowsTheLab() {}

    static String name() {
        return Experiment.name();
    }
}
