package dev.payonce.channel.adyen;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Money;
import dev.payonce.channel.RefusedException;
import java.util.Map;

/**
 * Adyen's amounts. Its minor units are ISO 4217's except for four currencies, for which "the decimals in the table on this
 * page are leading" (docs.adyen.com, currency codes and minor units, which marks these four as differing from the standard).
 * Converted exactly or not at all.
 */
final class AdyenMoney {
    /** Hundreds of Adyen's units that make one unit of ISO 4217: two decimals there, none in the standard. */
    private static final long HUNDRED = 100;

    /** Adyen's decimals minus those of ISO 4217. */
    private static final Map<String, Integer> MORE_DECIMALS = Map.of("CLP", 2, "ISK", 2, "CVE", -2, "IDR", -2);

    private AdyenMoney() {}

    static Money of(long value, String currency) throws RefusedException {
        if (!Money.isCurrency(currency)) {
            throw malformed("amount.currency is not a currency");
        }
        int more = MORE_DECIMALS.getOrDefault(currency, 0);
        if (more > 0) {
            if (value % HUNDRED != 0) {
                throw malformed("amount.value is a fraction of the currency's smallest unit");
            }
            return new Money(value / HUNDRED, currency);
        }
        return new Money(more < 0 ? timesHundred(value) : value, currency);
    }

    private static long timesHundred(long value) throws RefusedException {
        if (value > Long.MAX_VALUE / HUNDRED) {
            throw malformed("amount.value is out of range");
        }
        return value * HUNDRED;
    }
}
