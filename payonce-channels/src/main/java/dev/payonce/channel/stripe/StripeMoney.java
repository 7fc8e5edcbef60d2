package dev.payonce.channel.stripe;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Money;
import dev.payonce.channel.Currencies;
import dev.payonce.channel.RefusedException;
import java.util.Set;

/**
 * Stripe's amounts, converted exactly to ISO 4217 minor units. For nearly every currency the two are the same, whether it
 * has no, two or three decimals (case AMT-04). Where Stripe's own table differs (docs.stripe.com/currencies):
 *
 * <ul>
 *   <li>ISK and UGX have no decimals in ISO 4217 and two on Stripe's wire: 500 is 5 krónur.
 *   <li>MGA has two decimals in ISO 4217 and none on Stripe's wire: 5 is 5 ariary, 500 minor units.
 *   <li>Currencies with three or four decimals of which Stripe states no unit are refused: a guess would be wrong by ten.
 * </ul>
 */
final class StripeMoney {
    private static final Set<String> TWO_DECIMALS_MORE = Set.of("ISK", "UGX");
    private static final Set<String> TWO_DECIMALS_FEWER = Set.of("MGA");
    private static final Set<String> UNSTATED = Set.of("CLF", "IQD", "LYD", "UYW");
    private static final int HUNDRED = 100;

    private StripeMoney() {}

    /** @throws RefusedException as malformed, for no currency or an amount that the currency cannot have */
    static Money of(long wireAmount, String currency) throws RefusedException {
        String code = Currencies.code(currency, "currency");
        if (UNSTATED.contains(code)) {
            throw malformed("currency is one of which Stripe states no unit");
        }
        return new Money(isoAmount(wireAmount, code), code);
    }

    private static long isoAmount(long wireAmount, String code) throws RefusedException {
        if (TWO_DECIMALS_MORE.contains(code)) {
            if (wireAmount % HUNDRED != 0) {
                throw malformed("amount_received is a fraction that its currency does not have");
            }
            return wireAmount / HUNDRED;
        }
        if (TWO_DECIMALS_FEWER.contains(code)) {
            if (wireAmount > Long.MAX_VALUE / HUNDRED) {
                throw malformed("amount_received is out of range");
            }
            return wireAmount * HUNDRED;
        }
        return wireAmount;
    }
}
