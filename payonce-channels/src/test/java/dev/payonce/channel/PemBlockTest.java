package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemBlockTest {
    @Test
    void everyBlockIsFoundAmongComments() {
        assertThat(PemBlock.parse("a-----BEGIN X-----AA==-----END X-----b-----BEGIN Y-----\n-----END Y-----"))
                .containsExactly(new PemBlock("X", "AA=="), new PemBlock("Y", "\n"));
        assertThat(PemBlock.parse("AA==")).isEmpty();
    }

    /** The dashes of one line must not serve as those of the next one too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-----BEGIN ",
                "-----BEGIN X",
                "-----BEGIN X-----",
                "-----BEGIN X-----END X-----",
                "-----BEGIN X-----AA==-----END Y-----"
            })
    void aBlockWithoutItsEndIsCutOff(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PemBlock.parse(text))
                .withMessage("is cut off");
    }
}
