package dev.payonce;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order as its owner asks for it.
 *
 * @param orderNo the merchant's number, as it will come back in the platform's notification
 * @param money what is to be paid, at least 1
 * @param account where the whole amount goes when no postings are given
 * @param channel the only channel that may pay it; absent: any
 * @param postings what its payment causes, at most {@value #MAX_POSTINGS}; those in the order's currency sum to its
 *     amount. Empty: the whole amount to {@code account}
 */
public record NewOrder(
        String orderNo,
        Money money,
        String account,
        @Nullable String channel,
        List<Posting> postings) {
    /** The most postings that one order may carry. */
    public static final int MAX_POSTINGS = 100;

    public NewOrder {
        Names.requireName(orderNo, "orderNo");
        Posting.requireReceiver(account, "account");
        if (money.amount() < 1) {
            throw new IllegalArgumentException("amount must be at least 1");
        }
        if (channel != null && !Names.isChannel(channel)) {
            throw new IllegalArgumentException("channel must match [a-z][a-z0-9-]{0,31}");
        }
        if (postings.size() > MAX_POSTINGS) {
            throw new IllegalArgumentException("an order has at most " + MAX_POSTINGS + " postings");
        }
        postings = postings.isEmpty()
                ? List.of(new Posting(account, money.currency(), money.amount(), null))
                : List.copyOf(postings);
        requireBalanced(money, postings);
    }

    private static void requireBalanced(Money money, List<Posting> postings) {
        long sum = 0;
        try {
            for (Posting posting : postings) {
                if (posting.asset().equals(money.currency())) {
                    sum = Math.addExact(sum, posting.amount());
                }
            }
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("postings in " + money.currency() + " overflow", e);
        }
        if (sum != money.amount()) {
            throw new IllegalArgumentException("postings in " + money.currency() + " must sum to the order's amount "
                    + money.amount() + " but sum to " + sum);
        }
    }
}
