package dev.payonce.channel.paypal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.types.ChannelTypes;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayPalSettingsTest {
    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final String SECRET = "S3cr3tS3cr3t";

    private final Map<String, List<String>> values = new HashMap<>(Map.of(
            "webhook-id", List.of("8PT597110X687430LKGECATA"),
            "merchant-id", List.of("7KNGBPH2U58GQ"),
            "client-id", List.of("AeA1QIZXiflr1"),
            "client-secret", List.of(SECRET)));

    private PayPalSettings settings() {
        return PayPalSettings.of(new ChannelProperties("pp", values, List.of()));
    }

    private void refused(String property, String problem, String... written) {
        Map<String, List<String>> changed = new HashMap<>(values);
        changed.put(property, List.of(written));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        ChannelTypes.builtIn().create("paypal", new ChannelProperties("pp", changed, List.of()), NOW))
                .withMessageStartingWith("payonce.channels.pp." + property + " " + problem)
                .withNoCause()
                .satisfies(e -> {
                    assertThat(e.getMessage()).doesNotContain(SECRET);
                    for (String value : written) {
                        if (value.length() > 10) {
                            assertThat(e.getMessage()).doesNotContain(value);
                        }
                    }
                });
    }

    @Test
    void defaultsAreTheLiveApiAndItsHosts() {
        PayPalSettings settings = settings();
        assertThat(settings.apiBaseUrl()).isEqualTo("https://api-m.paypal.com");
        assertThat(settings.certificateHosts()).containsExactlyInAnyOrder("api.paypal.com", "api-m.paypal.com");
        assertThat(settings.verification()).isEqualTo(PayPalSettings.Verification.QUERY);
        assertThat(ChannelTypes.builtIn()
                        .create("paypal", new ChannelProperties("pp", values, List.of()), NOW)
                        .name())
                .isEqualTo("pp");
    }

    /** Case BIZ-04: a sandbox's certificate is nobody's at the live endpoint, and the other way round. */
    @Test
    void biz04TheSandboxHasHostsOfItsOwn() {
        values.put("api-base-url", List.of("https://api-m.sandbox.paypal.com"));
        assertThat(settings().certificateHosts())
                .containsExactlyInAnyOrder("api.sandbox.paypal.com", "api-m.sandbox.paypal.com");
        values.put("api-base-url", List.of("http://127.0.0.1:8099"));
        assertThat(settings().certificateHosts()).hasSize(4);
        values.put("certificate-hosts", List.of("api.paypal.com", "127.0.0.1:8099"));
        assertThat(settings().certificateHosts()).containsExactlyInAnyOrder("api.paypal.com", "127.0.0.1:8099");
    }

    @Test
    void sec02EveryMissingOrBlankPropertyIsNamed() {
        for (String property : List.of("webhook-id", "merchant-id", "client-id", "client-secret")) {
            refused(property, "is missing");
            refused(property, "must not be blank", "");
            refused(property, "must not be blank", "   ");
            refused(property, "must not have surrounding blanks", SECRET + "x ");
            refused(property, "must have one value", SECRET + "1", SECRET + "2");
        }
        for (String property : List.of("api-base-url", "certificate-hosts", "verification")) {
            refused(property, "must not be blank", "");
        }
    }

    @Test
    void oddTextsAreRefused() {
        refused("webhook-id", "must be", "8PT597|10X687430LKGECATA");
        refused("webhook-id", "must be", "8PT597 10X687430LKGECATA");
        refused("client-id", "must be", "AeA1QIZX:flr1AeA1QIZX");
        refused("client-secret", "must be", SECRET + "é");
        refused("merchant-id", "must be", "7KNGBPH2U58GQ/1");
        refused("verification", "must be query or postback", "none");
        refused("verification", "must be query or postback", "QUERY");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://api-m.paypal.com",
                "api-x.paypal.com",
                "https://api-m.paypal.com/v1",
                "https://api-m.paypal.com?a=b",
                "https://api-m.paypal.com#a",
                "https://user@api-m.paypal.com",
                "ftp://api-m.paypal.com",
                "https://",
                "https://api-m.paypal.com /",
                "http://10.0.0.1:8080"
            })
    void anApiInTheClearOrWithMoreThanAHostIsRefused(String url) {
        refused("api-base-url", "must be https://host", url);
    }

    @Test
    void aSlashBehindTheApisHostIsNoMatter() {
        values.put("api-base-url", List.of("https://API-M.paypal.com/"));
        assertThat(settings().apiBaseUrl()).isEqualTo("https://api-m.paypal.com");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.paypal.com",
                "*.paypal.com",
                ".paypal.com",
                "API.paypal.com",
                "api.paypal.com/certs",
                "api.paypal.com:443",
                "10.0.0.1:8080",
                "127.0.0.1:0"
            })
    void aCertificateHostIsAnExactName(String host) {
        refused("certificate-hosts", "must be host names in lower case", host);
    }

    @Test
    void noTextFormShowsAValue() {
        assertThat(settings().toString()).isEqualTo("PayPalSettings[pp]");
    }
}
