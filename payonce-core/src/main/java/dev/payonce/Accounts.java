package dev.payonce;

/**
 * The accounts that are the engine's own (design 6). They balance what users receive, may be below zero, and have no
 * balance row: what they hold is the sum of their entries.
 */
public final class Accounts {
    /** Gives what is not in the order's currency, such as points and coupons, where a posting does not say who gives. */
    public static final String ISSUED = "issued";

    /** {@code channel:{name}} gives what the payments of that channel bring. */
    public static final String CHANNEL = "channel:";

    /** {@code suspense:{channel}} keeps what a HELD payment brought; only the engine moves it. */
    public static final String SUSPENSE = "suspense:";

    private Accounts() {}

    /** Whether the account is one of those above. */
    public static boolean isClearing(String account) {
        return account.equals(ISSUED) || isChannel(account) || isSuspense(account);
    }

    /** Whether the account is a channel's clearing account, which only gives. */
    public static boolean isChannel(String account) {
        return account.startsWith(CHANNEL);
    }

    /** Whether the account keeps held payments, which no order may touch. */
    public static boolean isSuspense(String account) {
        return account.startsWith(SUSPENSE);
    }
}
