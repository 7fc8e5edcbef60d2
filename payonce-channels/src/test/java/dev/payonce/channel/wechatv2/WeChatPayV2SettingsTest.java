package dev.payonce.channel.wechatv2;

import static dev.payonce.channel.wechatv2.WeChatV2Notification.NOW;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.types.ChannelTypes;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WeChatPayV2SettingsTest {
    private static final String SECRET = "S3cr3tS3cr3tS3cr3tS3cr3tS3cr3tSe";

    private static void refused(String property, List<String> values, String problem) {
        ChannelProperties properties = new ChannelProperties("wx2", properties(Map.of(property, values)), List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelTypes.builtIn().create("wechat-v2", properties, NOW))
                .withMessageStartingWith("payonce.channels.wx2." + property + " " + problem)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(SECRET.substring(0, 6)));
    }

    @Test
    void sec02EveryMissingOrBlankPropertyIsNamed() {
        for (String property : List.of("merchant-id", "app-id", "secrets")) {
            refused(property, List.of(), "is missing");
            refused(property, List.of(""), "must not be blank");
            refused(property, List.of("  "), "must not be blank");
            refused(property, List.of(SECRET + " "), "must not have surrounding blanks");
        }
        refused("sign-types", List.of(""), "must not be blank");
        refused("sign-types", List.of(), "is missing");
        refused("merchant-id", List.of("1", "2"), "must have one value");
        refused("merchant-id", List.of(SECRET + "/"), "must be at most 128 characters");
    }

    @Test
    void sec02AnApiKeyOfAnotherLengthIsRefusedAndNotShown() {
        refused("secrets", List.of(SECRET + "x"), "must be 32 bytes each");
        refused("secrets", List.of(SECRET.substring(1)), "must be 32 bytes each");
        refused("secrets", List.of("é".repeat(32)), "must be 32 bytes each");
        refused("secrets", List.of(SECRET, SECRET + "x"), "must be 32 bytes each");
    }

    @Test
    void secretsAreBounded() {
        List<String> many = Collections.nCopies(21, SECRET).stream().toList();
        assertThat(WeChatPayV2Settings.of(new ChannelProperties("wx2", properties(Map.of("secrets", many)), List.of()))
                        .apiKeys())
                .hasSize(1);
        List<String> different = IntStream.rangeClosed(10, 30)
                .mapToObj(i -> SECRET.substring(2) + i)
                .toList();
        refused("secrets", different, "must have at most 20 values");
    }

    @Test
    void par10AnUnknownSignTypeIsRefused() {
        for (String type : List.of("md5", "HMAC-SHA1", "HMAC", SECRET)) {
            refused("sign-types", List.of("MD5", type), "must be among [HMAC-SHA256, MD5]");
        }
    }

    @Test
    void sec02NoTextFormShowsASecret() {
        WeChatPayV2Settings settings = WeChatPayV2Settings.of(
                new ChannelProperties("wx2", properties(Map.of("secrets", List.of(SECRET))), List.of()));
        assertThat(settings.toString()).doesNotContain(SECRET).contains("wx2");
    }
}
