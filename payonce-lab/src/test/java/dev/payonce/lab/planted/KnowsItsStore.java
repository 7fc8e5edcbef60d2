package dev.payonce.lab.planted;

import dev.payonce.lab.planted.jdbc.Store;

/** The core that depends on what depends on it. */
public final class KnowsItsStore {

    private KnowsItsStore() {}

    static String name() {
        return Store.name();
    }
}
