package dev.payonce.channel.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelProperties.KeyEntry;
import dev.payonce.channel.TestKeys;
import dev.payonce.channel.alipay.AlipayType;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChannelTypesTest {
    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final String SECRET = "S3cr3tS3cr3tS3cr3tS3cr3tS3cr3tSe";

    private final ChannelTypes types = ChannelTypes.builtIn();
    private final Map<String, List<String>> wechat = new HashMap<>(Map.of(
            "merchant-id", List.of("1900000109"),
            "app-id", List.of("wx8888888888888888"),
            "api-v3-key", List.of(SECRET)));
    private final Map<String, List<String>> alipay = new HashMap<>(Map.of(
            "app-id", List.of("2021000000000000"),
            "seller-id", List.of("2088000000000000")));
    private List<KeyEntry> keys = List.of(new KeyEntry("PUB_KEY_ID_1", TestKeys.pem(TestKeys.PLATFORM)));

    private void refused(String type, Map<String, List<String>> values, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> types.create(type, new ChannelProperties("pay-1", values, keys), NOW))
                .withMessageStartingWith("payonce.channels.pay-1." + message)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(SECRET.substring(0, 6)));
    }

    private static Map<String, List<String>> with(Map<String, List<String>> base, String property, String... values) {
        Map<String, List<String>> changed = new HashMap<>(base);
        changed.put(property, List.of(values));
        return changed;
    }

    @Test
    void knownTypesStart() {
        assertThat(types.names()).containsExactly("alipay", "paypal", "wechat-v3");
        assertThat(types.create("wechat-v3", new ChannelProperties("pay-1", wechat, keys), NOW)
                        .name())
                .isEqualTo("pay-1");
        assertThat(types.create("alipay", new ChannelProperties("pay-2", alipay, keys), NOW)
                        .name())
                .isEqualTo("pay-2");
    }

    @Test
    void anUnknownTypeIsRefusedAndTheKnownOnesListed() {
        refused("wechat", wechat, "type is unknown; known: [alipay, paypal, wechat-v3]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ChannelTypes(List.of(new AlipayType(), new AlipayType())))
                .withMessage("channel type alipay exists twice");
    }

    @Test
    void sec02EveryMissingOrBlankPropertyIsNamed() {
        for (String property : List.of("merchant-id", "app-id", "api-v3-key")) {
            refused("wechat-v3", with(wechat, property), property + " is missing");
            refused("wechat-v3", with(wechat, property, ""), property + " must not be blank");
            refused("wechat-v3", with(wechat, property, "   "), property + " must not be blank");
            refused("wechat-v3", with(wechat, property, SECRET + " "), property + " must not have surrounding blanks");
        }
        for (String property : List.of("app-id", "seller-id")) {
            refused("alipay", with(alipay, property), property + " is missing");
            refused("alipay", with(alipay, property, ""), property + " must not be blank");
            refused("alipay", with(alipay, property, "1", "2"), property + " must have one value");
            refused("alipay", with(alipay, property, SECRET + "/"), property + " must be at most 128 characters");
        }
        refused("wechat-v3", with(wechat, "merchant-id", "1", "2"), "merchant-id must have one value");
        refused("wechat-v3", with(wechat, "app-id", "wx1", SECRET + "/"), "app-id must be at most 128 characters");
        refused("wechat-v3", with(wechat, "app-id", "wx1", ""), "app-id must not be blank");
    }

    @Test
    void sec02AnApiV3KeyOfAnotherLengthIsRefusedAndNotShown() {
        refused("wechat-v3", with(wechat, "api-v3-key", SECRET + "x"), "api-v3-key must be 32 bytes");
        refused("wechat-v3", with(wechat, "api-v3-key", SECRET.substring(1)), "api-v3-key must be 32 bytes");
        refused("wechat-v3", with(wechat, "api-v3-key", "é".repeat(32)), "api-v3-key must be 32 bytes");
        refused("wechat-v3", with(wechat, "api-v3-key", SECRET, SECRET + "x"), "api-v3-key must have one value");
    }

    @Test
    void aPropertyOfAnotherTypeIsRefused() {
        refused("wechat-v3", with(wechat, "seller-id", "1"), "seller-id is not a property of this type; known: [");
        refused("alipay", with(alipay, "api-v3-key", SECRET), "api-v3-key is not a property of this type; known: [");
    }

    @Test
    void sec02WithoutAKeyNoChannelStarts() {
        keys = List.of();
        refused("wechat-v3", wechat, "verification-keys is missing");
        refused("alipay", alipay, "verification-keys is missing");
    }

    @Test
    void key02AWeChatPublicKeyNeedsItsId() {
        keys = List.of(
                new KeyEntry("PUB_KEY_ID_1", TestKeys.pem(TestKeys.PLATFORM)),
                new KeyEntry(null, TestKeys.pem(TestKeys.OTHER)));
        refused("wechat-v3", wechat, "verification-keys[1].id is missing");
    }

    @Test
    void noTextFormShowsAValue() {
        ChannelProperties properties = new ChannelProperties("pay-1", wechat, List.of(new KeyEntry("id1", SECRET)));
        assertThat(properties.toString() + properties.verificationKeys())
                .doesNotContain(SECRET)
                .contains("api-v3-key", "id1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ChannelProperties("Wx", wechat, keys))
                .withMessage("channel name must match [a-z][a-z0-9-]{0,31}");
    }
}
