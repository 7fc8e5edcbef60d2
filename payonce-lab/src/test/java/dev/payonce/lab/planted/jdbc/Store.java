package dev.payonce.lab.planted.jdbc;

import dev.payonce.lab.planted.Value;

/** Harmless. */
public final class Store {

    private Store() {}

    public static String name() {
        return Value.NAME;
    }
}
