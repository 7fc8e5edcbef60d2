package dev.payonce.channel.stripe;

import static dev.payonce.channel.stripe.StripeNotification.SECRET;
import static dev.payonce.channel.stripe.StripeNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.payonce.channel.ChannelProperties;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripeSettingsTest {
    private static void refused(String property, List<String> values, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> channel(Map.of(property, values)))
                .withMessageStartingWith("payonce.channels.card." + property + " " + problem)
                .satisfies(e -> values.stream()
                        .filter(value -> value.length() > 6)
                        .forEach(value -> assertThat(e.getMessage()).doesNotContain(value)));
    }

    @Test
    void sec02WithoutASecretNoChannelStarts() {
        refused("secrets", List.of(), "is missing");
        refused("secrets", List.of(""), "must not be blank");
        refused("secrets", List.of("   "), "must not be blank");
        refused("secrets", List.of(SECRET, ""), "must not be blank");
        refused("secrets", List.of(SECRET + " "), "must not have surrounding blanks");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "whsec_",
                "sk_live_51H8x8s3cr3t",
                "we_1H8x8s3cr3ts3cr3t",
                "WHSEC_5f4dcc3b5aa765d61d83",
                "whsec_5f4d cc3b5aa765d61d83",
                "whsec_5f4dcc3b5aa765d6é",
                "xwhsec_5f4dcc3b5aa765d61d83"
            })
    void sec02WhatIsNoSigningSecretIsRefusedAndNotShown(String secret) {
        refused("secrets", List.of(secret), "must be signing secrets of the endpoint: whsec_…");
        refused("secrets", List.of(SECRET, secret), "must be signing secrets");
    }

    @Test
    void sec02SecretsAreLimitedInLengthAndNumber() {
        refused("secrets", List.of("whsec_" + "x".repeat(200)), "must be signing secrets");
        refused("secrets", IntStream.range(0, 21).mapToObj(i -> "whsec_" + i).toList(), "must have at most 20 values");
    }

    @Test
    void otherPropertiesAreChecked() {
        refused("livemode", List.of("yes"), "must be true or false");
        refused("livemode", List.of(""), "must not be blank");
        refused("livemode", List.of("true", "false"), "must have one value");
        refused("account", List.of(""), "must not be blank");
        refused("account", List.of("acct/1"), "must be at most 128 characters");
        refused("order-no", List.of("metadata.order_no"), "must be a JSON pointer such as /data/order_no");
        refused("order-no", List.of(""), "must not be blank");
    }

    @Test
    void noTextFormShowsASecret() {
        StripeSettings settings =
                StripeSettings.of(new ChannelProperties("card", Map.of("secrets", List.of(SECRET)), List.of()));
        assertThat(settings).hasToString("StripeSettings[card]");
        assertThat(settings.secrets().toString()).doesNotContain(SECRET);
    }
}
