package dev.payonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Claim;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredValueTest {
    private static final Duration TTL = Duration.ofMinutes(5);

    private static Claim read(@Nullable String text, long millisLeft) {
        return StoredValue.read("ours", text, millisLeft, TTL);
    }

    @Test
    void ownTokenIsAWinWhateverItsTimeToLive() {
        assertThat(read("PROCESSING:ours", 1000)).isEqualTo(Claim.won());
        assertThat(read("PROCESSING:ours", -1)).isEqualTo(Claim.won());
    }

    @Test
    void anotherTokenIsInProgressSinceItsClaim() {
        assertThat(read("PROCESSING:other", 299_000)).isEqualTo(Claim.inProgress(Duration.ofSeconds(1)));
    }

    @Test
    void aTokenThatOnlyStartsLikeOursIsAnother() {
        assertThat(read("PROCESSING:ours2", 300_000)).isEqualTo(Claim.inProgress(Duration.ZERO));
    }

    /** The key was completed between GET and PTTL, or written under a longer time to live. */
    @Test
    void ageIsNeverNegative() {
        assertThat(read("PROCESSING:other", 86_400_000)).isEqualTo(Claim.inProgress(Duration.ZERO));
    }

    @Test
    void markOfSixteenHexDigitsIsDone() {
        assertThat(read("SUCCESS:0123456789abcdef", 1)).isEqualTo(Claim.done("0123456789abcdef"));
    }

    @Test
    void goneAtOnceOrInBetweenIsVanished() {
        assertThat(read(null, -2)).isEqualTo(Claim.vanished());
        assertThat(read("PROCESSING:other", -2)).isEqualTo(Claim.vanished());
        assertThat(read("SUCCESS:0123456789abcdef", -2)).isEqualTo(Claim.vanished());
    }

    /** Case LCK-04: a key without time to live would block its payment for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"PROCESSING:other", "SUCCESS:0123456789abcdef"})
    void lck04KeyWithoutTimeToLiveIsAFault(String text) {
        assertThat(read(text, -1)).isEqualTo(Claim.fault());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "SUCCESS",
                "SUCCESS:",
                "SUCCESS:0123456789abcde",
                "SUCCESS:0123456789abcdef0",
                "SUCCESS:0123456789ABCDEF",
                "success:0123456789abcdef",
                "PROCESSING",
                " PROCESSING:other"
            })
    void valueOfNeitherFormIsAFault(String text) {
        assertThat(read(text, 1000)).isEqualTo(Claim.fault());
    }
}
