package dev.payonce.channel.square;

import static dev.payonce.channel.square.SquareNotification.KEY;
import static dev.payonce.channel.square.SquareNotification.NOW;
import static dev.payonce.channel.square.SquareNotification.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.types.ChannelTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SquareSettingsTest {
    private static void refused(String property, String problem, String... values) {
        refused(properties(Map.of(property, List.of(values))), property, problem);
    }

    private static void refused(Map<String, List<String>> properties, String property, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelTypes.builtIn()
                        .create("square", new ChannelProperties("sq", properties, List.of()), NOW))
                .withMessageStartingWith("payonce.channels.sq." + property + " " + problem)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(KEY.substring(0, 6)));
    }

    @Test
    void sec02AMissingBlankOrShortKeyIsRefusedAtTheStartAndNotShown() {
        refused("secrets", "is missing");
        refused("secrets", "must not be blank", "");
        refused("secrets", "must not be blank", "   ");
        refused("secrets", "must not be blank", KEY, "");
        refused("secrets", "must not have surrounding blanks", " " + KEY);
        refused("secrets", "must be at least 8 bytes each", KEY.substring(0, 7));
        refused("secrets", "must be at least 8 bytes each", KEY, "abc");
    }

    @Test
    void sec02EveryOtherPropertyIsNamed() {
        refused("merchant-id", "is missing");
        refused("merchant-id", "must not be blank", "");
        refused("merchant-id", "must have one value", "A", "B");
        refused("merchant-id", "must be at most 128 characters", "A/B");
        refused("location-id", "is missing");
        refused("location-id", "must not be blank", "");
        refused("notification-url", "is missing");
        refused("notification-url", "must not be blank", "");
        refused("notification-url", "must have one value", "https://a.example", "https://b.example");
        for (String url :
                List.of("shop.example/wh", "/wh", "ftp://a.example/", "https:///wh", "https://a b/", "https:x")) {
            refused("notification-url", "must be the whole https:// URL that is registered at Square", url);
        }
        Map<String, List<String>> foreign = new HashMap<>(properties(Map.of()));
        foreign.put("live", List.of("true"));
        refused(foreign, "live", "is not a property of this type; known: [location-id, merchant-id, ");
    }

    @Test
    void noTextFormShowsAKey() {
        ChannelProperties properties = new ChannelProperties("sq", properties(Map.of()), List.of());
        assertThat(SquareSettings.of(properties).toString())
                .contains("HmacKeys[1]")
                .doesNotContain(KEY);
    }
}
