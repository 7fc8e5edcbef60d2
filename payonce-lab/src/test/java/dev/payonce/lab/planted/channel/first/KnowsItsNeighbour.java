package dev.payonce.lab.planted.channel.first;

import dev.payonce.lab.planted.channel.second.Neighbour;

/** A channel that knows another. */
public final class KnowsItsNeighbour {

    private KnowsItsNeighbour() {}

    static String name() {
        return Neighbour.name();
    }
}
