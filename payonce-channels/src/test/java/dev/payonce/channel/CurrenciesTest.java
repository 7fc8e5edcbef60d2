package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CurrenciesTest {
    @Test
    void eitherCaseIsACode() throws RefusedException {
        assertThat(Currencies.code("isk", "currency")).isEqualTo("ISK");
        assertThat(Currencies.code("ISK", "currency")).isEqualTo("ISK");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "us", "usdc", "Usd", "uSD", "us1", "ısk", "ＵＳＤ", "us ", "ﬀi"})
    void nothingElseIs(String text) {
        assertThatThrownBy(() -> Currencies.code(text, "currency"))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e).hasMessage("currency is not a currency"));
    }
}
