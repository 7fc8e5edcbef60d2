package dev.payonce.simulator.stripe;

import java.util.List;

/** Amounts as Stripe's API has them, which for three currencies is not in ISO 4217's minor units (channels.md 0.2). */
final class StripeAmount {
    private StripeAmount() {}

    /** @throws IllegalArgumentException if Stripe cannot express the amount */
    static long ofMinorUnits(long amount, String currency) {
        if (List.of("ISK", "UGX").contains(currency)) {
            return Math.multiplyExact(amount, 100L);
        }
        if (!currency.equals("MGA")) {
            return amount;
        }
        if (amount % 100 != 0) {
            throw new IllegalArgumentException("Stripe takes whole ariary only");
        }
        return amount / 100;
    }
}
