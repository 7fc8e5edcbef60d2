package dev.payonce.channel.adyen;

import static dev.payonce.channel.adyen.AdyenItem.KEY;
import static dev.payonce.channel.adyen.AdyenItem.OTHER_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.types.ChannelTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdyenSettingsTest {
    private static final String HEX = "must be 64 hex digits each";

    private static void refused(String property, String problem, String... values) {
        refused(AdyenNotification.properties(Map.of(property, List.of(values))), property, problem);
    }

    private static void refused(Map<String, List<String>> properties, String property, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelTypes.builtIn()
                        .create("adyen", new ChannelProperties("ady", properties, List.of()), AdyenNotification.NOW))
                .withMessageStartingWith("payonce.channels.ady." + property + " " + problem)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(KEY.substring(10, 20)));
    }

    @Test
    void sec02Key08AKeyThatIsNotSixtyFourHexDigitsIsRefusedAtTheStartAndNotShown() {
        refused("secrets", "is missing");
        refused("secrets", "must not be blank", "");
        refused("secrets", "must not be blank", "   ");
        refused("secrets", "must not be blank", KEY, "");
        refused("secrets", "must not have surrounding blanks", KEY + " ");
        refused("secrets", HEX, KEY + "0");
        refused("secrets", HEX, KEY.substring(1));
        refused("secrets", HEX, KEY.substring(2));
        refused("secrets", HEX, KEY + "00");
        refused("secrets", HEX, KEY.replace('A', 'G'));
        refused("secrets", HEX, KEY.replace('0', '０'));
        refused("secrets", HEX, "0x" + KEY.substring(2));
        refused("secrets", HEX, OTHER_KEY, KEY + "0");
    }

    @Test
    void sec02EveryOtherPropertyIsNamed() {
        refused("merchant-id", "is missing");
        refused("merchant-id", "must not be blank", "");
        refused("merchant-id", "must have one value", "A", "B");
        refused("merchant-id", "must be at most 128 characters", "A/B");
        refused("merchant-id", "must not hold a colon", "A:B");
        refused("live", "must be true or false", "yes");
        refused("live", "must be true or false", "TRUE");
        refused("live", "must not be blank", "");
        refused("live", "must have one value", "true", "false");
        Map<String, List<String>> foreign = new HashMap<>(AdyenNotification.properties(Map.of()));
        foreign.put("app-id", List.of(KEY));
        refused(foreign, "app-id", "is not a property of this type; known: [live, merchant-id, secrets]");
    }

    @Test
    void noTextFormShowsAKey() {
        ChannelProperties properties = new ChannelProperties("ady", AdyenNotification.properties(Map.of()), List.of());
        assertThat(AdyenSettings.of(properties).toString())
                .contains("HmacKeys[1]")
                .doesNotContain(KEY);
    }
}
