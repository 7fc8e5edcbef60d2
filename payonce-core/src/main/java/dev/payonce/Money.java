package dev.payonce;

import java.util.regex.Pattern;

/**
 * An amount in minor units (fen, cents; for a currency without decimals the unit itself) and its ISO 4217 code. Never
 * negative; zero is an amount that a platform can report and no order can have.
 *
 * @param amount minor units
 * @param currency three upper-case letters
 */
public record Money(long amount, String currency) {
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

    public Money {
        if (amount < 0) {
            throw new IllegalArgumentException("amount must not be negative");
        }
        if (!isCurrency(currency)) {
            throw new IllegalArgumentException("currency must be three upper-case letters");
        }
    }

    public static boolean isCurrency(String text) {
        return CURRENCY.matcher(text).matches();
    }
}
