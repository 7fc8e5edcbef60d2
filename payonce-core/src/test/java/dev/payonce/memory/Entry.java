package dev.payonce.memory;

/** A row of {@code ledger_entry}. */
record Entry(String bizNo, int leg, String from, String to, String asset, long amount) {
    String key() {
        return bizNo + "#" + leg;
    }

    /** Clearing accounts have no balance row, which every payment would lock. */
    static boolean isClearing(String account) {
        return account.equals("issued") || account.startsWith("channel:") || account.startsWith("suspense:");
    }
}
