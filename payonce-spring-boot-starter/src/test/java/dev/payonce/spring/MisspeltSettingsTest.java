package dev.payonce.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.payonce.Channel;
import dev.payonce.channel.types.ChannelTypes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** Configurations that a reader could take for right, as people write them: in YAML. */
class MisspeltSettingsTest {
    private static final Instant NOW = Instant.parse("2026-12-01T03:04:05Z");
    private static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA==";

    private static List<Channel> channels(String yaml) {
        StandardEnvironment environment = new StandardEnvironment();
        for (PropertySource<?> source : load(yaml)) {
            environment.getPropertySources().addFirst(source);
        }
        return new ConfiguredChannels(environment, new KeyText(new DefaultResourceLoader()), ChannelTypes.builtIn())
                .create(NOW);
    }

    private static List<PropertySource<?>> load(String yaml) {
        try {
            return new YamlPropertySourceLoader().load("test", new ByteArrayResource(yaml.getBytes(UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertRefused(String yaml, String message) {
        assertThatThrownBy(() -> channels(yaml))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith(message)
                .hasMessageNotContaining(SECRET.substring(6, 14));
    }

    @ParameterizedTest
    @ValueSource(strings = {"WX", "wX", "wx_1", "-wx", "1wx", "wx 1", "wx/1", "支付"})
    void nameThatNoUrlHasIsRefusedAsItIsSpelled(String name) {
        assertRefused(
                "payonce.channels:\n  '" + name + "': {type: stripe, secrets: [" + SECRET + "]}",
                "payonce.channels." + name + " is no channel's name: [a-z][a-z0-9-]{0,31}");
    }

    @Test
    void twoNamesThatDifferInDashesOnlyAreRefusedInPlaceOfBecomingOne() {
        String one = ": {type: stripe, secrets: [" + SECRET + "]}\n";
        assertRefused(
                "payonce.channels:\n  wx-a" + one + "  wxa" + one,
                "payonce.channels.wxa and payonce.channels.wx-a are one name");
        assertThat(channels("payonce.channels:\n  wx-a" + one + "  wx-b" + one)).hasSize(2);
    }

    @Test
    void textInPlaceOfChannelsIsRefused() {
        assertRefused("payonce.channels: " + SECRET, "payonce.channels holds channels by name");
        assertThat(channels("payonce.channels:")).isEmpty();
    }

    @Test
    void entryOfVerificationKeysHasNothingButIdAndPem() {
        assertRefused(
                "payonce.channels.ali: {type: alipay, app-id: '2021', seller-id: '2088', verification-keys: [{pem: x, kid: y}]}",
                "payonce.channels.ali.verification-keys[0].kid is not known");
        assertRefused(
                "payonce.channels.ali: {type: alipay, app-id: '2021', seller-id: '2088', verification-keys: [x]}",
                "payonce.channels.ali.verification-keys[0] is not known");
    }

    @Test
    void idThatNoHeaderCanHoldIsRefused() {
        String key = TestCertificates.KEY.publicKeyPem().replace("\n", "\\n");
        assertRefused(
                "payonce.channels.wx: {type: wechat-v3, merchant-id: '19', app-id: wx1, api-v3-key: "
                        + "0123456789abcdef0123456789abcdef, verification-keys: [{id: 'PUB KEY', pem: \"" + key
                        + "\"}]}",
                "payonce.channels.wx.verification-keys[0].id must be what Wechatpay-Serial says");
    }

    @Test
    void everyChannelsMistakeIsToldAtOnce() {
        List<String> lines = new ArrayList<>(List.of("payonce.channels:"));
        for (int i = 10; i < 35; i++) {
            lines.add("  c" + i + ": {type: stripe, secrets: ['" + i + "-" + SECRET.substring(6) + "']}");
        }
        assertThatThrownBy(() -> channels(String.join("\n", lines)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("payonce.channels.c10.secrets must be")
                .hasMessageContaining("\npayonce.channels.c11.secrets must be")
                .hasMessageEndingWith("\nand 5 more")
                .hasMessageNotContaining(SECRET.substring(6, 14))
                .hasNoCause();
    }

    @Test
    void directoryIsNoKey(@TempDir Path folder) {
        assertRefused(
                "payonce.channels.ali: {type: alipay, app-id: '2021', seller-id: '2088', verification-keys: [{pem: 'file:"
                        + folder + "'}]}",
                "payonce.channels.ali.verification-keys[0].pem names a location that cannot be read: file:" + folder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secrets: [" + SECRET + "}",
                "secrets: *" + SECRET,
                "secrets: !" + SECRET,
                "secrets: '" + SECRET,
                "a: " + SECRET + "\na: " + SECRET,
                "a: x: " + SECRET,
                "a: @" + SECRET
            })
    void yamlThatCannotBeReadIsToldByItsPlaceWithoutItsText(String yaml) {
        Throwable failure = catchThrowable(() -> load(yaml));
        FailureAnalysis analysis =
                SpringFactoriesLoader.forDefaultResourceLocation()
                        .load(FailureAnalyzer.class, (type, name, needsMore) -> {})
                        .stream()
                        .map(analyzer -> analyzer.analyze(failure))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(failure));

        assertThat(analysis.getDescription())
                .startsWith("A YAML file of the configuration cannot be read, line ")
                .doesNotContain(SECRET.substring(6, 14));
        assertThat(analysis.getAction()).doesNotContain(SECRET.substring(6, 14));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://:" + SECRET + "@",
                "redis:" + SECRET,
                SECRET,
                "http://:" + SECRET + "@host",
                "redis://a b"
            })
    void urlOfNoRedisIsNamedWithoutItsPassword(String url) {
        Map<String, Object> settings = new LinkedHashMap<>(Map.of("spring.data.redis.url", url));
        new ApplicationContextRunner()
                .withInitializer(context ->
                        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", settings)))
                .withConfiguration(AutoConfigurations.of(
                        DataRedisAutoConfiguration.class,
                        PayOnceSupportAutoConfiguration.class,
                        PayOnceGateAutoConfiguration.class))
                .run(context -> {
                    Throwable failure = Objects.requireNonNull(context.getStartupFailure());
                    assertThat(failure)
                            .isInstanceOf(InvalidSettingException.class)
                            .hasMessageStartingWith("spring.data.redis.url");
                    StringWriter whole = new StringWriter();
                    failure.printStackTrace(new PrintWriter(whole));
                    assertThat(whole.toString()).doesNotContain(SECRET.substring(6, 14));
                });
    }
}
