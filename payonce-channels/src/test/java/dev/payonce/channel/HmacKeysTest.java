package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class HmacKeysTest {
    /** RFC 4231, test case 2. */
    private static final byte[] MAC =
            HexFormat.of().parseHex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void anyOfTheSecretsAndAnyOfTheCandidatesMayMatch() {
        HmacKeys keys = new HmacKeys(List.of(ascii("other"), ascii("Jefe")));
        byte[] parts = ascii("what do ya want for nothing?");
        assertThat(keys.matches(List.of(MAC), parts)).isTrue();
        assertThat(keys.matches(
                        List.of(new byte[0], new byte[32], MAC), ascii("what do ya "), ascii("want for nothing?")))
                .isTrue();
    }

    @Test
    void nothingElseMatches() {
        byte[] message = ascii("what do ya want for nothing?");
        assertThat(new HmacKeys(List.of(ascii("Jefe"))).matches(List.of(), message))
                .isFalse();
        assertThat(new HmacKeys(List.of(ascii("Jefe"))).matches(List.of(new byte[0]), message))
                .isFalse();
        assertThat(new HmacKeys(List.of(ascii("jefe"))).matches(List.of(MAC), message))
                .isFalse();
        assertThat(new HmacKeys(List.of(ascii("Jefe"))).matches(List.of(MAC), ascii("what do ya want for nothing!")))
                .isFalse();
    }

    @Test
    void withoutASecretThereAreNoKeysAndNoneIsShown() {
        assertThatThrownBy(() -> new HmacKeys(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HmacKeys(List.of(new byte[0]))).isInstanceOf(IllegalArgumentException.class);
        assertThat(new HmacKeys(List.of(ascii("Jefe")))).hasToString("HmacKeys[1]");
    }
}
