package dev.payonce.lab.planted.channel.first;

import dev.payonce.lab.planted.jdbc.Store;

/** A channel that knows a store. */
public final class KnowsAStore {

    private KnowsAStore() {}

    static String name() {
        return Store.name();
    }
}
