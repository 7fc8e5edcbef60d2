package dev.payonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.CallbackReceiver;
import dev.payonce.Channels;
import dev.payonce.CircuitBreakingGate;
import dev.payonce.Confirmation;
import dev.payonce.Gate;
import dev.payonce.HeldReason;
import dev.payonce.InMemoryGate;
import dev.payonce.NoGate;
import dev.payonce.PaymentBook;
import dev.payonce.PaymentNotification;
import dev.payonce.jdbc.KeepBodies;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SettingsTest {
    private static final String SECRET = SignedCallbacks.API_V3_KEY;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataRedisAutoConfiguration.class,
                    PayOnceSupportAutoConfiguration.class,
                    PayOnceGateAutoConfiguration.class,
                    PayOnceAutoConfiguration.class))
            .withBean(PaymentBook.class, EmptyBook::new)
            .withPropertyValues("payonce.gate.store=memory");

    /** A book without payments. */
    private static final class EmptyBook implements PaymentBook {
        @Override
        public String databaseId() {
            return "none";
        }

        @Override
        public Confirmation confirm(PaymentNotification notification) {
            return Confirmation.POSTED;
        }

        @Override
        public Optional<Confirmation> find(PaymentNotification notification) {
            return Optional.empty();
        }

        @Override
        public int reevaluate(String orderNo) {
            return 0;
        }

        @Override
        public int reevaluateDue(int limit) {
            return 0;
        }
    }

    private ApplicationContextRunner with(Map<String, String> settings) {
        return runner.withPropertyValues(settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new));
    }

    private static Map<String, String> channels(Consumer<Map<String, String>> change) {
        Map<String, String> settings = new LinkedHashMap<>(SignedCallbacks.settings());
        change.accept(settings);
        return settings;
    }

    private void assertRefused(Map<String, String> settings, String message) {
        assertRefused(with(settings), message);
    }

    private static void assertRefused(ApplicationContextRunner runner, String message) {
        runner.run(context -> {
            Throwable failure = Objects.requireNonNull(context.getStartupFailure());
            FailureAnalysis analysis =
                    Objects.requireNonNull(new InvalidSettingFailureAnalyzer().analyze(failure), failure::toString);
            assertThat(analysis.getDescription()).startsWith("PayOnce does not start: " + message);
            assertThat(analysis.getAction()).contains(message.substring(0, (message + " ").indexOf(' ')));
            StringWriter whole = new StringWriter();
            failure.printStackTrace(new PrintWriter(whole));
            assertThat(whole + analysis.getDescription() + analysis.getAction())
                    .doesNotContain(SECRET)
                    .doesNotContain(SECRET.substring(0, 8))
                    .doesNotContain(SignedCallbacks.base64().substring(100, 150));
        });
    }

    @Test
    void theDefaultsAreThoseOfTheDesign() {
        with(SignedCallbacks.settings()).run(context -> {
            assertThat(context).hasNotFailed();
            PayOnceProperties properties = context.getBean(PayOnceProperties.class);
            assertThat(properties.deadline()).isEqualTo(Duration.ofSeconds(4));
            assertThat(properties.gate().keyPrefix()).isEqualTo("pay:idem:");
            assertThat(properties.gate().processingTtl()).isEqualTo(Duration.ofMinutes(5));
            assertThat(properties.gate().successTtl()).isEqualTo(Duration.ofDays(1));
            assertThat(properties.gate().trustSuccessMark()).isTrue();
            assertThat(properties.gate().context()).isFalse();
            assertThat(properties.keepBodies()).isEqualTo(KeepBodies.HELD);
            assertThat(properties.alerts().unknownOrderAfter()).isEqualTo(Duration.ofMinutes(2));
            assertThat(properties.held()).isEmpty();
            assertThat(properties.migrate()).isTrue();
            assertThat(context.getBean(Channels.class).all()).hasSize(2);
            assertThat(context.getBean(Gate.class)).isInstanceOf(InMemoryGate.class);
            assertThat(context).hasSingleBean(CallbackReceiver.class);
        });
    }

    @Test
    void everyPropertyOfAPayPalChannelBinds() {
        runner.withPropertyValues(
                        "payonce.channels.pp.type=paypal",
                        "payonce.channels.pp.webhook-id=8PT597110X687430LKGECATA",
                        "payonce.channels.pp.merchant-id=7KNGBPH2U58GQ",
                        "payonce.channels.pp.client-id=AeA1QIZXiflr1",
                        "payonce.channels.pp.client-secret=" + SECRET,
                        "payonce.channels.pp.api-base-url=https://api-m.sandbox.paypal.com",
                        "payonce.channels.pp.certificate-hosts[0]=api.sandbox.paypal.com",
                        "payonce.channels.pp.certificate-hosts[1]=api-m.sandbox.paypal.com",
                        "payonce.channels.pp.verification=postback")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Channels.class).find("pp")).isPresent();
                });
    }

    @Test
    void theGateIsOnRedisUnlessSaidOtherwise() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataRedisAutoConfiguration.class,
                        PayOnceSupportAutoConfiguration.class,
                        PayOnceGateAutoConfiguration.class))
                .withPropertyValues("spring.data.redis.port=1", "payonce.gate.context=true")
                .run(context -> assertThat(context.getBean(Gate.class)).isInstanceOf(CircuitBreakingGate.class));
        runner.withPropertyValues("payonce.gate.store=none")
                .run(context -> assertThat(context.getBean(Gate.class)).isInstanceOf(NoGate.class));
    }

    @Test
    void anApplicationsOwnGateIsUsed() {
        NoGate own = new NoGate();
        runner.withBean(Gate.class, () -> own)
                .run(context -> assertThat(context.getBean(Gate.class)).isSameAs(own));
    }

    @ParameterizedTest
    @CsvSource({
        "wx.merchant-id, is missing",
        "wx.app-id, is missing",
        "wx.api-v3-key, is missing",
        "wx.type, is missing",
        "ali.app-id, is missing",
        "ali.seller-id, is missing",
    })
    void aMissingPropertyIsNamed(String property, String problem) {
        String name = "payonce.channels." + property;
        assertRefused(channels(settings -> settings.remove(name)), name + " " + problem);
    }

    @ParameterizedTest
    @CsvSource({
        "wx.merchant-id, '', is missing",
        "wx.app-id, '  ', is missing",
        "wx.api-v3-key, '', is missing",
        "wx.api-v3-key, 0123456789abcdef, must be 32 bytes",
        "wx.api-v3-key, ${NOWHERE}0123456789abcdef, refers to a variable that is not set",
        "ali.seller-id, ${NOWHERE}, refers to a variable that is not set",
        "ali.verification-keys[0].pem, ${NOWHERE}, refers to a variable that is not set",
        "wx.type, wechat-v9, is unknown; known: [",
        "wx.seller-id, 1, is not a property of this type",
        "wx.api-v3-kye, 1, is not a property of this type",
        "wx.api-v3-key.inner, 1, is not a property of this type",
        "wx.verification-keys[0].id, ' ', must not be blank",
        "wx.verification-keys[0].pem, rubbish!, must be PEM text or the base64",
        "ali.verification-keys[0].pem, '', must not be blank",
        "ali.verification-keys[0].pem, classpath:nowhere.pem, names a location that cannot be read",
        "ali.verification-keys[0].pem, file:/nowhere.pem, names a location that cannot be read",
    })
    void aMalformedPropertyIsNamed(String property, String value, String problem) {
        String name = "payonce.channels." + property;
        assertRefused(
                channels(settings -> {
                    if (property.endsWith(".inner")) {
                        settings.remove(name.substring(0, name.lastIndexOf('.')));
                    }
                    settings.put(name, value);
                }),
                name + " " + problem);
    }

    @Test
    void missingKeysAreNamed() {
        assertRefused(
                channels(settings -> {
                    settings.remove("payonce.channels.wx.verification-keys[0].id");
                    settings.remove("payonce.channels.wx.verification-keys[0].pem");
                }),
                "payonce.channels.wx.verification-keys is missing");
        assertRefused(
                channels(settings -> settings.remove("payonce.channels.wx.verification-keys[0].pem")),
                "payonce.channels.wx.verification-keys[0].pem is missing");
    }

    @Test
    void aChannelsNameMustFitIntoAUrl() {
        assertRefused(Map.of("payonce.channels.9wx.type", "alipay"), "payonce.channels.9wx is no channel's name");
    }

    @ParameterizedTest
    @CsvSource({
        "payonce.gate.processing-ttl, 2m, payonce.gate.processing-ttl is PT2M but must be from PT3M to PT10M",
        "payonce.gate.processing-ttl, 11m, payonce.gate.processing-ttl",
        "payonce.gate.success-ttl, 23h, payonce.gate.success-ttl",
        "payonce.gate.success-ttl, 8d, payonce.gate.success-ttl",
        "payonce.deadline, 0s, payonce.deadline must be",
        "payonce.workers, 0, payonce.workers",
        "payonce.gate.procesing-ttl, 5m, payonce.gate.procesing-ttl is not a property of PayOnce",
        "payonce.held.excess-payment.aknowledge, failure, payonce.held.excess-payment.aknowledge is not",
        "payonce.held.exces-payment.acknowledge, failure, payonce.held.exces-payment.acknowledge is not",
        "payonce.chanels.wx.type, alipay, payonce.chanels.wx.type is not a property of PayOnce",
    })
    void aSettingOutOfItsRangeOrUnknownIsNamed(String property, String value, String message) {
        if (property.startsWith("payonce.held.exces-")) {
            // Refused by the conversion of the map's key already.
            runner.withPropertyValues(property + "=" + value)
                    .run(context ->
                            assertThat(context.getStartupFailure()).rootCause().hasMessageContaining("exces-payment"));
            return;
        }
        assertRefused(Map.of(property, value), message);
    }

    @Test
    void unsafeTimesToLiveNeedASwitch() {
        runner.withPropertyValues("payonce.gate.processing-ttl=1s", "payonce.gate.allow-unsafe-ttl=true")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void anApplicationDeclaresItsOwnProperties() {
        runner.withPropertyValues("payonce.data-dir=x", "payonce.api.token=y")
                .withBean(KnownProperties.class, () -> KnownProperties.of("payonce.data-dir", "payonce.api"))
                .run(context -> assertThat(context).hasNotFailed());
        assertRefused(Map.of("payonce.data-dir", "x"), "payonce.data-dir is not a property of PayOnce");
    }

    @Test
    void heldAnswersAreByReason() {
        runner.withPropertyValues("payonce.held.excess-payment.acknowledge=failure")
                .run(context -> assertThat(context.getBean(PayOnceProperties.class)
                                .receiverSettings()
                                .heldAnswers())
                        .isEqualTo(Map.of(HeldReason.EXCESS_PAYMENT, false)));
        assertThat(KnownProperties.ofRecord("payonce", PayOnceProperties.class).names())
                .containsAll(Arrays.stream(HeldReason.values())
                        .map(reason -> "payonce.held."
                                + reason.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".acknowledge")
                        .toList());
    }

    @Test
    void keysComeFromFilesToo(@TempDir Path folder) throws Exception {
        Path key = Files.writeString(folder.resolve("key.pem"), SignedCallbacks.pem());
        with(channels(settings -> settings.put(
                        "payonce.channels.ali.verification-keys[0].pem",
                        key.toUri().toString())))
                .run(context -> assertThat(context).hasNotFailed());
        Path large = Files.writeString(folder.resolve("large.pem"), "x".repeat(65_537));
        assertRefused(
                channels(settings -> settings.put(
                        "payonce.channels.ali.verification-keys[0].pem",
                        large.toUri().toString())),
                "payonce.channels.ali.verification-keys[0].pem names a file that is too large");
    }

    @Test
    void trustedCertificatesComeFromFilesToo(@TempDir Path folder) throws Exception {
        String property = "payonce.channels.up.trusted-certificates[0]";
        Path file = Files.writeString(
                folder.resolve("root.cer"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        Map<String, String> written = new LinkedHashMap<>(
                Map.of(property, file.toUri().toString(), property.replace("[0]", "[1]"), "file:/nowhere.cer"));
        written.put("payonce.channels.up.type", "unionpay");
        written.put("payonce.channels.up.merchant-id", "777290058167151");
        assertRefused(
                channels(settings -> settings.putAll(written)),
                "payonce.channels.up.trusted-certificates[1] names a location that cannot be read");
        written.remove(property.replace("[0]", "[1]"));
        // What it says of the content shows that the file was read.
        assertRefused(channels(settings -> settings.putAll(written)), property + " must hold an X.509 certificate");
    }

    @Test
    void aChannelMayComeFromTheEnvironmentAlone() {
        Map<String, Object> variables = new LinkedHashMap<>();
        SignedCallbacks.settings()
                .forEach((name, value) -> variables.put(
                        name.replace("-", "")
                                .replace("[0]", "_0")
                                .replace('.', '_')
                                .toUpperCase(Locale.ROOT),
                        value));
        variables.put("PAYONCE_HOME", "of a script");
        assertThat(variables).containsKey("PAYONCE_CHANNELS_WX_VERIFICATIONKEYS_0_PEM");
        runner.withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource("systemEnvironment", variables)))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Channels.class).all()).hasSize(2);
                });
    }

    private static Map<String, String> hook() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("payonce.channels.hook.type", "standard-webhooks");
        settings.put("payonce.channels.hook.secrets[0]", "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA==");
        settings.put("payonce.channels.hook.secrets[1]", "whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=");
        settings.put("payonce.channels.hook.fields.transaction-id", "/data/id");
        settings.put("payonce.channels.hook.fields.order-no", "/data/order_no");
        settings.put("payonce.channels.hook.fields.amount", "/data/amount");
        settings.put("payonce.channels.hook.fields.currency", "/data/currency");
        settings.put("payonce.channels.hook.fields.status", "/data/status");
        settings.put("payonce.channels.hook.fields.paid[0]", "paid");
        settings.put("payonce.channels.hook.fields.paid[1]", "settled");
        settings.put("payonce.channels.card.type", "stripe");
        settings.put("payonce.channels.card.secrets", "whsec_5f4dcc3b5aa765d61d83");
        settings.put("payonce.channels.card.livemode", "false");
        settings.put("payonce.channels.card.account", "acct_1");
        settings.put("payonce.channels.card.orderNo", "/metadata/no");
        return settings;
    }

    @Test
    void propertiesInsideOthersAreBoundWhateverTheirSpelling() {
        with(hook()).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(Channels.class).all()).hasSize(2);
        });
        Map<String, Object> variables = new LinkedHashMap<>();
        hook().forEach((name, value) -> variables.put(
                name.replace("-", "")
                        .replaceAll("\\[(\\d)]", "_$1")
                        .replace('.', '_')
                        .toUpperCase(Locale.ROOT),
                value));
        assertThat(variables)
                .containsKeys("PAYONCE_CHANNELS_HOOK_FIELDS_TRANSACTIONID", "PAYONCE_CHANNELS_HOOK_FIELDS_PAID_1");
        runner.withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource("systemEnvironment", variables)))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Channels.class).all()).hasSize(2);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "hook.fields.amount, data.amount, must be a JSON pointer",
        "hook.fields.amount, '', is missing",
        "hook.fields.amuont, /data/amount, is not a property of this type",
        "hook.fields, /data, is not a property of this type",
        "hook.secrets.first, x, is not a property of this type",
        "hook.fields.paid.first, paid, is not a property of this type",
        "card.livemode, maybe, must be true or false",
        "card.secrets, sk_live_1, must be signing secrets",
        "card.fields.amount, /a, is not a property of this type",
    })
    void aMalformedPropertyInsideAnotherIsNamed(String property, String value, String problem) {
        Map<String, String> settings = hook();
        settings.put("payonce.channels." + property, value);
        assertRefused(settings, "payonce.channels." + property + " " + problem);
    }

    @Test
    void anEnvironmentVariableCompletesAChannelWithADashInItsName() {
        Map<String, String> settings = channels(all -> {
            all.keySet().removeIf(name -> name.startsWith("payonce.channels.wx"));
            SignedCallbacks.settings().forEach((name, value) -> {
                if (name.startsWith("payonce.channels.wx.") && !name.endsWith("api-v3-key")) {
                    all.put(name.replace(".wx.", ".wx-main."), value);
                }
            });
        });
        with(settings)
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "systemEnvironment", Map.of("PAYONCE_CHANNELS_WXMAIN_APIV3KEY", SECRET))))
                .run(context -> assertThat(context.getBean(Channels.class).find("wx-main"))
                        .isPresent());
    }
}
