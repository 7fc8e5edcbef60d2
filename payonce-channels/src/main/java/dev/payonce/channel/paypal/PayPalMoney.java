package dev.payonce.channel.paypal;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Money;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import java.util.Set;

/**
 * PayPal's amounts: a decimal text in major units and a currency code. One table of its own, not {@code java.util.Currency},
 * whose content changes with the Java version (channels.md 0.2). Exact, without a floating or rounding number on the way
 * (cases AMT-01, AMT-04, AMT-05).
 */
final class PayPalMoney {
    private static final int MAX_WHOLE_DIGITS = 13;
    private static final int USUAL_DECIMALS = 2;

    /** ISO 4217 currencies without minor units. */
    private static final Set<String> WITHOUT_DECIMALS = Set.of(
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF");

    private static final Set<String> WITH_THREE = Set.of("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND");
    /** Two decimals by ISO 4217, in which orders are kept; PayPal takes whole amounts only. */
    private static final Set<String> WHOLE_ONLY = Set.of("HUF", "TWD");

    private PayPalMoney() {}

    /** Reads {@code {"currency_code":"USD","value":"99.00"}}. */
    static Money of(JsonObject amount) throws RefusedException {
        String currency = amount.text("currency_code");
        if (!Money.isCurrency(currency)) {
            throw malformed("amount.currency_code is not a currency");
        }
        return new Money(minorUnits(amount.text("value"), currency), currency);
    }

    private static long minorUnits(String value, String currency) throws RefusedException {
        int decimals = decimals(currency);
        int point = value.indexOf('.');
        String whole = point < 0 ? value : value.substring(0, point);
        String fraction = point < 0 ? "" : value.substring(point + 1);
        if (whole.isEmpty()
                || whole.length() > MAX_WHOLE_DIGITS
                || (point >= 0 && fraction.isEmpty())
                || fraction.length() > Math.max(decimals, USUAL_DECIMALS)) {
            throw notAnAmount();
        }
        // "500.00" JPY is 500, "500.50" JPY is no amount (case AMT-04).
        int significant = WHOLE_ONLY.contains(currency) ? 0 : decimals;
        for (int i = significant; i < fraction.length(); i++) {
            if (fraction.charAt(i) != '0') {
                throw notAnAmount();
            }
        }
        String padded = (fraction + "000").substring(0, decimals);
        long scale = 1;
        for (int i = 0; i < decimals; i++) {
            scale *= 10;
        }
        return digits(whole) * scale + digits(padded);
    }

    private static int decimals(String currency) {
        if (WITHOUT_DECIMALS.contains(currency)) {
            return 0;
        }
        return WITH_THREE.contains(currency) ? 3 : USUAL_DECIMALS;
    }

    private static long digits(String text) throws RefusedException {
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                throw notAnAmount();
            }
            number = number * 10 + (c - '0');
        }
        return number;
    }

    private static RefusedException notAnAmount() {
        return malformed("amount.value is not an amount in its currency");
    }
}
