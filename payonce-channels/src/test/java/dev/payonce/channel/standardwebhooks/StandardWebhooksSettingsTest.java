package dev.payonce.channel.standardwebhooks;

import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.SECRET;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.aSignedNotification;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.payonce.channel.Expect;
import dev.payonce.channel.HmacKeys;
import dev.payonce.channel.JsonPointer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardWebhooksSettingsTest {
    private static void refused(String property, List<String> values, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> channel(Map.of(property, values)))
                .withMessageStartingWith("payonce.channels.hook." + property + " " + problem)
                .satisfies(e -> values.stream()
                        .filter(value -> value.length() > 6)
                        .forEach(value -> assertThat(e.getMessage()).doesNotContain(value)));
    }

    private static String bytes(int length) {
        return Base64.getEncoder().encodeToString(new byte[length]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA==",
                "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA==",
                "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA",
                "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA"
            })
    void key06PrefixAndPaddingMayBeCutOff(String secret) {
        Expect.accepted(
                channel(Map.of("secrets", List.of(secret))),
                aSignedNotification().signedBy(SECRET).deliver());
    }

    @Test
    void key06SecretsThatAreTooShortTooLongOrNoBase64AreRefused() {
        refused("secrets", List.of(), "is missing");
        refused("secrets", List.of(""), "must not be blank");
        refused("secrets", List.of("  "), "must not be blank");
        refused("secrets", List.of("whsec_"), "must be 24 to 64 bytes");
        refused("secrets", List.of("whsec_" + bytes(3)), "must be 24 to 64 bytes");
        refused("secrets", List.of("whsec_" + bytes(23)), "must be 24 to 64 bytes");
        refused("secrets", List.of("whsec_" + bytes(65)), "must be 24 to 64 bytes");
        refused("secrets", List.of(SECRET, bytes(23)), "must be 24 to 64 bytes");
        refused("secrets", List.of("whsec_not base64 at all, is it?"), "must be whsec_… with base64");
        refused("secrets", List.of("whpk_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA=="), "must be whsec_… with base64");
        refused(
                "secrets",
                IntStream.range(0, 21)
                        .mapToObj(i -> Base64.getEncoder()
                                .encodeToString(
                                        ("0123456789012345678901" + (10 + i)).getBytes(StandardCharsets.US_ASCII)))
                        .toList(),
                "must have at most 20 values");
        assertThat(channel(Map.of("secrets", List.of(bytes(24), bytes(64)))).name())
                .isEqualTo("hook");
    }

    @ParameterizedTest
    @ValueSource(strings = {"transaction-id", "order-no", "amount", "currency", "status"})
    void everyPointerIsNeeded(String field) {
        refused("fields." + field, List.of(), "is missing");
        refused("fields." + field, List.of(""), "must not be blank");
        refused("fields." + field, List.of("data.id"), "must be a JSON pointer such as /data/order_no");
        refused("fields." + field, List.of("/a", "/b"), "must have one value");
    }

    @Test
    void paidStatusesAreNeeded() {
        refused("fields.paid", List.of(), "is missing");
        refused("fields.paid", List.of("paid", ""), "must not be blank");
    }

    @Test
    void noTextFormShowsASecret() {
        assertThat(new StandardWebhooksSettings(
                                "hook",
                                new HmacKeys(List.of(new byte[24])),
                                new PaymentFields(pointer(), pointer(), pointer(), pointer(), pointer(), Set.of("p")))
                        .toString())
                .isEqualTo("StandardWebhooksSettings[hook]");
    }

    private static JsonPointer pointer() {
        return JsonPointer.parse("/a");
    }
}
