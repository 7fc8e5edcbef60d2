package dev.payonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.payonce.channel.types.ChannelTypes;
import dev.payonce.simulator.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.DefaultResourceLoader;

/** Every misconfiguration of every type: the property is named in full, what to do is said, and no secret is shown. */
class MisconfigurationTest {
    private static final Instant NOW = Instant.parse("2026-12-01T03:04:05Z");
    private static final Duration YEAR = Duration.ofDays(365);
    private static final String SECRET_32 = "0123456789abcdef0123456789ABCDEF";
    private static final String WHSEC = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA==";
    private static final String HEX_64 = SECRET_32 + SECRET_32;

    @TempDir
    static Path folder = Path.of(".");

    private static Map<String, Map<String, String>> wellConfigured() {
        Map<String, Map<String, String>> types = new LinkedHashMap<>();
        String certificate = TestCertificates.pem(9, NOW.minus(YEAR), NOW.plus(YEAR));
        types.put(
                "wechat-v3",
                Map.of(
                        "merchant-id",
                        "1900000109",
                        "app-id",
                        "wx1",
                        "api-v3-key",
                        SECRET_32,
                        "verification-keys[0].pem",
                        certificate));
        types.put("wechat-v2", Map.of("merchant-id", "1900000109", "app-id", "wx1", "secrets", SECRET_32));
        types.put("alipay", Map.of("app-id", "2021", "seller-id", "2088", "verification-keys[0].pem", certificate));
        types.put("unionpay", Map.of("merchant-id", "777290058167151", "trusted-certificates[0]", certificate));
        types.put("stripe", Map.of("secrets", WHSEC));
        types.put(
                "paypal",
                Map.of(
                        "webhook-id",
                        "8PT597110X687430LKGECATA",
                        "merchant-id",
                        "7KNGBPH2U58GQ",
                        "client-id",
                        "AeA1QIZXiflr1",
                        "client-secret",
                        SECRET_32));
        types.put("adyen", Map.of("merchant-id", "TestMerchant", "secrets", HEX_64));
        types.put(
                "square",
                Map.of(
                        "merchant-id",
                        "ML1",
                        "secrets",
                        SECRET_32,
                        "notification-url",
                        "https://pay.example.com/notify/c"));
        types.put(
                "standard-webhooks",
                Map.of(
                        "secrets",
                        WHSEC,
                        "fields.transaction-id",
                        "/id",
                        "fields.order-no",
                        "/order",
                        "fields.amount",
                        "/amount",
                        "fields.currency",
                        "/currency",
                        "fields.status",
                        "/status",
                        "fields.paid",
                        "paid"));
        return types;
    }

    /** Type, property, the value that is wrong (absent: null), what the error says behind the property's name. */
    static List<Arguments> misconfigurations() throws Exception {
        List<Arguments> all = new ArrayList<>();
        wellConfigured().forEach((type, properties) -> {
            properties.keySet().forEach(property -> {
                all.add(Arguments.of(type, property, null, "is missing"));
                all.add(Arguments.of(type, property, "${NOWHERE}", "refers to a variable that is not set"));
            });
            all.add(Arguments.of(type, "no-such-property", SECRET_32, "is not a property of this type; known: ["));
            all.add(Arguments.of(type, "type", "wechat-v9", "is unknown; known: [adyen, alipay, "));
            all.add(Arguments.of(type, "type", "", "is missing; known: [adyen, alipay, "));
        });
        for (String[] key : new String[][] {
            {"wechat-v3", "verification-keys[0].pem"},
            {"alipay", "verification-keys[0].pem"},
            {"unionpay", "trusted-certificates[0]"}
        }) {
            addKeys(all, key[0], key[1]);
        }
        all.add(Arguments.of("wechat-v3", "api-v3-key", SECRET_32.substring(1), "must be 32 bytes"));
        all.add(Arguments.of("wechat-v3", "download-certificates", "perhaps", "must be true or false"));
        all.add(Arguments.of("wechat-v3", "merchant-serial!download-certificates", "true", "is missing"));
        all.add(Arguments.of("wechat-v3", "merchant-serial", "12AB", "is for download-certificates: true"));
        all.add(Arguments.of("wechat-v3", "merchant-private-key", "rubbish", "is for download-certificates: true"));
        all.add(Arguments.of("wechat-v2", "secrets", SECRET_32.substring(1), "must be 32 bytes each"));
        all.add(Arguments.of("wechat-v2", "sign-types", "SHA1", "must be among [HMAC-SHA256, MD5]"));
        all.add(Arguments.of("stripe", "secrets", "sk_live_" + SECRET_32, "must be signing secrets of the endpoint"));
        all.add(Arguments.of("stripe", "livemode", "perhaps", "must be true or false"));
        all.add(Arguments.of("paypal", "client-secret", SECRET_32 + "\u00e9", "must be at most 256 printable ASCII"));
        all.add(Arguments.of("paypal", "api-base-url", "http://" + SECRET_32, "must be https://host"));
        all.add(Arguments.of("paypal", "api-base-url", "https://" + SECRET_32 + ".com:99999", "must be https://host"));
        all.add(Arguments.of("paypal", "verification", "guess", "must be query or postback"));
        all.add(Arguments.of("adyen", "secrets", HEX_64.substring(1), "must be 64 hex digits each"));
        all.add(Arguments.of("adyen", "secrets", HEX_64.replace('f', 'g'), "must be 64 hex digits each"));
        all.add(Arguments.of("square", "secrets", "short", "must be at least"));
        all.add(Arguments.of("square", "notification-url", "pay.example.com", "must be the whole https:// URL"));
        all.add(Arguments.of("standard-webhooks", "secrets", "whsec_" + "MDEy", "must be 24 to 64 bytes once decoded"));
        all.add(Arguments.of("standard-webhooks", "secrets", "whsec_%" + SECRET_32, "must be whsec_… with base64"));
        all.add(Arguments.of("standard-webhooks", "fields.amount", "amount", "must be a JSON pointer"));
        return all;
    }

    private static void addKeys(List<Arguments> all, String type, String property) throws Exception {
        SigningKey key = TestCertificates.KEY;
        boolean certificates = type.equals("unionpay");
        Object[][] wrong = {
            {"file:" + folder.resolve("nowhere.pem"), "names a location that cannot be read: file:"},
            {file("empty.pem", new byte[0]), "must not be blank"},
            {file("text.pem", "rubbish!".getBytes(java.nio.charset.StandardCharsets.UTF_8)), "must be PEM"},
            {
                file("cut.pem", key.publicKeyPem().substring(0, 200).getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                "is cut off"
            },
            {
                file("der.pem", TestCertificates.der(9, NOW.minus(YEAR), NOW.plus(YEAR))),
                "is binary (DER) but must be PEM"
            },
            {key.privateKeyPem(), "not a private key"},
            {file("large.pem", new byte[70_000]), "names a file that is too large for a key"},
        };
        for (Object[] each : wrong) {
            all.add(Arguments.of(type, property, each[0], each[1]));
        }
        if (!certificates) {
            all.add(Arguments.of(
                    type,
                    property,
                    Base64.getEncoder().encodeToString(key.privateKey().getEncoded()),
                    "not a private key"));
            all.add(Arguments.of(type, property, weakKey(), "must be an RSA key of at least 2048 bits"));
        } else {
            all.add(Arguments.of(type, property, key.publicKeyPem(), "must be PEM CERTIFICATE text"));
        }
        String list = property.substring(0, property.indexOf('['));
        all.add(Arguments.of(
                type,
                list + "!" + property,
                TestCertificates.pem(9, NOW.minus(YEAR), NOW.minusSeconds(1)),
                "that is valid now"));
        all.add(Arguments.of(
                type,
                list + "!" + property,
                TestCertificates.pem(9, NOW.plusSeconds(1), NOW.plus(YEAR)),
                "that is valid now"));
    }

    private static String weakKey() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        return Base64.getEncoder()
                .encodeToString(generator.generateKeyPair().getPublic().getEncoded());
    }

    private static String file(String name, byte[] content) throws IOException {
        return "file:" + Files.write(folder.resolve(name), content);
    }

    @Test
    void everyTypeIsTried() {
        assertThat(wellConfigured().keySet())
                .isEqualTo(new TreeSet<>(ChannelTypes.builtIn().names()));
        wellConfigured().forEach((type, properties) -> create(type, properties));
    }

    /** {@code named!property}: the error names another property than the one that is written. */
    @ParameterizedTest(name = "{0} {1} {3}")
    @MethodSource("misconfigurations")
    void eachIsNamedInFullAndShowsNoSecret(
            String type, String written, @org.jspecify.annotations.Nullable String value, String problem) {
        String named = written.replaceAll("!.*", "");
        String property = written.replaceAll(".*!", "");
        Map<String, String> properties = new LinkedHashMap<>(wellConfigured().getOrDefault(type, Map.of()));
        properties.remove(property);
        if (value != null) {
            properties.put(property, value);
        }
        InvalidSettingException refusal =
                catchThrowableOfType(InvalidSettingException.class, () -> create(type, properties));
        assertThat(refusal).isNotNull();
        String message = String.valueOf(refusal.getMessage());
        String expected = "payonce.channels.c." + named;
        if ((value == null || (value.startsWith("${") && type.equals("unionpay"))) && named.contains("[")) {
            expected = expected.substring(0, expected.indexOf('['));
        }
        assertThat(message).startsWith(expected).contains(problem);
        assertThat(message.substring(expected.length())).matches("(?s)(\\[0])? .*");
        assertThat(refusal).hasNoCause();
        FailureAnalysis analysis = new InvalidSettingFailureAnalyzer().analyze(refusal, refusal);
        assertThat(analysis.getDescription()).contains(message).doesNotContain("\tat ");
        assertThat(analysis.getAction()).startsWith("Correct payonce.channels.c.");
        String shown = message + analysis.getDescription() + analysis.getAction();
        properties.forEach((name, text) -> {
            if (isSecret(name, text)) {
                for (int i = 0; i + 12 <= text.length(); i += 4) {
                    assertThat(shown).doesNotContain(text.substring(i, i + 12));
                }
            }
        });
    }

    private static boolean isSecret(String property, String text) {
        return !text.startsWith("file:")
                && (text.contains("PRIVATE")
                        || text.length() > 200
                        || property.matches("secrets|api-v3-key|client-secret|no-such-property|api-base-url"));
    }

    private static void create(String type, Map<String, String> properties) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("payonce.channels.c.type", type);
        properties.forEach((name, value) -> settings.put("payonce.channels.c." + name, value));
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        assertThat(new ConfiguredChannels(environment, new KeyText(new DefaultResourceLoader()), ChannelTypes.builtIn())
                        .create(NOW))
                .hasSize(1);
    }
}
