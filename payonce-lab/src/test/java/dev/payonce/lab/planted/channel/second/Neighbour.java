package dev.payonce.lab.planted.channel.second;

/** Harmless. */
public final class Neighbour {

    private Neighbour() {}

    public static String name() {
        return "neighbour";
    }
}
