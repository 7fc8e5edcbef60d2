package dev.payonce.channel.alipay;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Money;
import dev.payonce.channel.RefusedException;

/**
 * Alipay's amounts: a decimal text in yuan, 1 to 13 digits and at most two behind a point, ASCII only; no sign, exponent,
 * blank or grouping. Exact to the fen, without a floating or rounding number on the way (cases AMT-01, AMT-05).
 */
final class Yuan {
    private static final int MAX_WHOLE_DIGITS = 13;

    private Yuan() {}

    static Money parse(String text) throws RefusedException {
        int point = text.indexOf('.');
        String whole = point < 0 ? text : text.substring(0, point);
        String fraction = point < 0 ? "00" : text.substring(point + 1);
        if (whole.isEmpty() || whole.length() > MAX_WHOLE_DIGITS || fraction.isEmpty() || fraction.length() > 2) {
            throw notAnAmount();
        }
        long fen = digits(whole) * 100 + digits(fraction) * (fraction.length() == 1 ? 10 : 1);
        return new Money(fen, "CNY");
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
        return malformed("total_amount is not an amount in yuan");
    }
}
