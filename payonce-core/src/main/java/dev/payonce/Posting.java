package dev.payonce;

import org.jspecify.annotations.Nullable;

/**
 * One movement that an order causes when it is paid.
 *
 * @param to the account that receives
 * @param asset a currency code, {@code POINTS}, {@code COUPON/SPRING10}, …; the only name that may hold a slash
 * @param amount at least 1, in the asset's minor units
 * @param from the account that gives; absent: the paying channel's clearing account for the order's currency, and
 *     {@code issued} for every other asset
 */
public record Posting(
        String to, String asset, long amount, @Nullable String from) {
    public Posting {
        requireReceiver(to, "to");
        Names.requireId(asset, "asset");
        if (from != null) {
            requireAccount(from, "from");
        }
        if (to.equals(from == null ? Accounts.ISSUED : from)) {
            throw new IllegalArgumentException("from and to must be different accounts");
        }
        if (amount < 1) {
            throw new IllegalArgumentException("amount must be at least 1");
        }
    }

    /**
     * Requires an account that an order may pay into: a channel's clearing account only gives.
     *
     * @throws IllegalArgumentException naming {@code what}
     */
    static void requireReceiver(String account, String what) {
        requireAccount(account, what);
        if (Accounts.isChannel(account)) {
            throw new IllegalArgumentException(what + " must not be a channel's clearing account");
        }
    }

    /**
     * Requires an account that an order may move: nobody but the engine moves what is in suspense.
     *
     * @throws IllegalArgumentException naming {@code what}
     */
    static void requireAccount(String account, String what) {
        Names.requireName(account, what);
        if (Accounts.isSuspense(account)) {
            throw new IllegalArgumentException(what + " must not be a suspense account");
        }
    }
}
