package dev.payonce.channel.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Money;
import dev.payonce.channel.RefusedException;
import java.util.Currency;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripeMoneyTest {
    /** docs.stripe.com/currencies: what it lists as having no decimals. */
    private static final Set<String> NONE = Set.of(
            "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF");
    /** What it lists as having three. All others have two. */
    private static final Set<String> THREE = Set.of("BHD", "JOD", "KWD", "OMR", "TND");

    /** What it lists as a special case: two decimals that are always zero. */
    private static final Set<String> MORE_ON_THE_WIRE = Set.of("ISK", "UGX");

    private static int wireDecimals(String code) {
        return NONE.contains(code) ? 0 : THREE.contains(code) ? 3 : 2;
    }

    @ParameterizedTest
    @CsvSource({
        "500, jpy, 500, JPY",
        "1000, kwd, 1000, KWD",
        "1001, kwd, 1001, KWD",
        "9900, usd, 9900, USD",
        "9900, USD, 9900, USD",
        "500, isk, 5, ISK",
        "0, isk, 0, ISK",
        "150000, ugx, 1500, UGX",
        "5, mga, 500, MGA",
        "10000, huf, 10000, HUF",
        "10000, twd, 10000, TWD",
        "999999999999999999, usd, 999999999999999999, USD",
        "92233720368547758, mga, 9223372036854775800, MGA"
    })
    void amt04WireAmountsBecomeMinorUnitsExactly(long wire, String currency, long amount, String code)
            throws RefusedException {
        assertThat(StripeMoney.of(wire, currency)).isEqualTo(new Money(amount, code));
    }

    @ParameterizedTest
    @CsvSource({
        "501, isk",
        "550, isk",
        "1, ugx",
        "99, ugx",
        "92233720368547759, mga",
        "999999999999999999, mga",
        "1000, iqd",
        "1000, lyd",
        "1000, clf",
        "1000, uyw"
    })
    void amt04WhatCannotBeConvertedExactlyIsRefused(long wire, String currency) {
        assertThatThrownBy(() -> StripeMoney.of(wire, currency)).isInstanceOf(RefusedException.class);
    }

    /** A second reckoning, from Stripe's decimals and the JDK's table of ISO 4217. */
    @Test
    void amt04EveryCurrencyAgreesWithBothTables() throws RefusedException {
        int compared = 0;
        for (Currency currency : Currency.getAvailableCurrencies()) {
            String code = currency.getCurrencyCode();
            int decimals = currency.getDefaultFractionDigits();
            if (decimals == 2 || NONE.contains(code) || THREE.contains(code) || MORE_ON_THE_WIRE.contains(code)) {
                long whole = 7;
                long wire = whole * power(wireDecimals(code));
                assertThat(StripeMoney.of(wire, code.toLowerCase(Locale.ROOT)))
                        .as(code)
                        .isEqualTo(new Money(whole * power(decimals), code));
                compared++;
            } else if (decimals > 2) {
                assertThatThrownBy(() -> StripeMoney.of(1000, code)).as(code).isInstanceOf(RefusedException.class);
            }
        }
        assertThat(compared).isGreaterThan(150);
    }

    private static long power(int decimals) {
        long power = 1;
        for (int i = 0; i < decimals; i++) {
            power *= 10;
        }
        return power;
    }
}
