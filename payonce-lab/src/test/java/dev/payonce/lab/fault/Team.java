package dev.payonce.lab.fault;

import dev.payonce.lab.TrustStore;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.adyen.Adyen;
import dev.payonce.simulator.adyen.AdyenEvent;
import dev.payonce.simulator.alipay.Alipay;
import dev.payonce.simulator.alipay.AlipayEvent;
import dev.payonce.simulator.paypal.PayPal;
import dev.payonce.simulator.paypal.PayPalApi;
import dev.payonce.simulator.paypal.PayPalEvent;
import dev.payonce.simulator.square.Square;
import dev.payonce.simulator.square.SquareEvent;
import dev.payonce.simulator.standardwebhooks.StandardWebhooks;
import dev.payonce.simulator.stripe.Stripe;
import dev.payonce.simulator.stripe.StripeEvent;
import dev.payonce.simulator.unionpay.UnionPay;
import dev.payonce.simulator.unionpay.UnionPayEvent;
import dev.payonce.simulator.wechat.WeChatEvent;
import dev.payonce.simulator.wechat.WeChatPayV3;
import dev.payonce.simulator.wechatv2.WeChatPayV2;
import dev.payonce.simulator.wechatv2.WeChatV2Event;
import dev.payonce.simulator.wire.Certificate;
import dev.payonce.simulator.wire.RandomText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A team that does what the pages say: opens an account at each platform, copies the example, and puts secrets into the
 * environment and keys into the key folder. Examples that name the same secret or file share it. For one thread.
 */
final class Team implements AutoCloseable {
    private static final int WECHAT_KEY = 32;

    private final RandomGenerator random = new SecureRandom();
    private final Path keyFolder;
    private final Instant now;
    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, SigningKey> keys = new HashMap<>();
    private final List<String> files = new ArrayList<>();
    private final List<String> forTests = new ArrayList<>();
    private final Map<String, String> jvm = new HashMap<>();
    private final List<String> authorities = new ArrayList<>();
    private final List<PayPalApi> payPals = new ArrayList<>();

    Team(Path keyFolder, Instant now) {
        this.keyFolder = keyFolder;
        this.now = now;
    }

    /** The server's settings: the examples as files of their own, the environment, and what tests need. */
    List<String> settings() {
        List<String> settings = new ArrayList<>(forTests);
        settings.add("--spring.config.additional-location=" + String.join(",", files));
        variables.forEach((name, value) -> settings.add("--" + name + "=" + value));
        return settings;
    }

    /** What the server's Java platform has to be told. */
    List<String> jvm() {
        return jvm.entrySet().stream()
                .map(property -> "-D" + property.getKey() + "=" + property.getValue())
                .toList();
    }

    /** Sets the example up, and returns the platform that knows this receiver. */
    Sender setUp(PageExample example) throws IOException, GeneralSecurityException {
        Path file = keyFolder.resolve(example.channel() + ".yaml");
        Files.writeString(file, example.yaml().replace(PageExample.KEY_FOLDER, keyFolder + "/"));
        files.add("file:" + file);
        return switch (example.type()) {
            case "wechat-v3" -> weChatV3(example);
            case "wechat-v2" -> weChatV2(example);
            case "alipay" -> alipay(example);
            case "unionpay" -> unionPay(example);
            case "stripe" -> stripe(example);
            case "paypal" -> payPal(example);
            case "adyen" -> adyen(example);
            case "square" -> square(example);
            case "standard-webhooks" -> standardWebhooks(example);
            default -> throw new IllegalArgumentException("nobody plays " + example);
        };
    }

    private Sender weChatV3(PageExample example) throws IOException {
        List<SigningKey> signing = new ArrayList<>();
        for (int i = 0; example.has("verification-keys[" + i + "].pem"); i++) {
            String entry = "verification-keys[" + i + "].";
            signing.add(
                    weChatKey(example.file(entry + "pem"), example.settings().get(entry + "id")));
        }
        WeChatPayV3 platform = new WeChatPayV3(
                example.setting("merchant-id"),
                example.setting("app-id"),
                secret(example.variable("api-v3-key")),
                signing);
        Sender.Reporting<WeChatEvent> reporting = example.has("sub-merchant-id[0]")
                ? (payment, event, any) ->
                        platform.notification(payment, event.forSubMerchant(example.setting("sub-merchant-id[0]")), any)
                : platform::notification;
        return Sender.of(
                platform,
                "CNY",
                reporting,
                List.of(
                        WeChatEvent.paid(),
                        WeChatEvent.paid(),
                        WeChatEvent.transaction("TRANSACTION.SUCCESS", "NOTPAY"),
                        WeChatEvent.refund("SUCCESS")));
    }

    /** A public key goes by the id that the example gives it, a certificate by its own serial number. */
    private SigningKey weChatKey(String file, @Nullable String id) throws IOException {
        SigningKey known = keys.get(file);
        if (known != null) {
            return known;
        }
        long serial = random.nextLong(1L << 56, 1L << 60);
        SigningKey key = SigningKey.generate(id == null ? Long.toHexString(serial) : id);
        Certificate.Named holder = new Certificate.Named("Tenpay.com sign", key);
        write(
                file,
                id == null
                        ? Certificate.pem(holder, holder, serial, false, now.minus(Duration.ofDays(30)))
                        : key.publicKeyPem());
        keys.put(file, key);
        return key;
    }

    private Sender weChatV2(PageExample example) {
        WeChatPayV2 platform = new WeChatPayV2(
                example.setting("merchant-id"),
                example.setting("app-id"),
                secret(example.variable("secrets[0]")),
                "HMAC-SHA256");
        return Sender.of(
                platform,
                "CNY",
                platform::notification,
                List.of(WeChatV2Event.paid(), WeChatV2Event.failed(), WeChatV2Event.refunded()));
    }

    private Sender alipay(PageExample example) throws IOException {
        SigningKey key = SigningKey.generate("alipay");
        write(example.file("verification-keys[0].pem"), key.publicKeyPem());
        Alipay platform =
                new Alipay(example.setting("app-id"), example.setting("seller-id"), key, StandardCharsets.UTF_8);
        return Sender.of(
                platform,
                "CNY",
                platform::notification,
                List.of(
                        AlipayEvent.success(),
                        AlipayEvent.waiting(),
                        AlipayEvent.partlyRefunded(new AlipayEvent.Refund(100, "R1", now)),
                        AlipayEvent.finished()));
    }

    private Sender unionPay(PageExample example) throws IOException {
        UnionPay platform = UnionPay.generate(example.setting("merchant-id"));
        for (int i = 0; i < platform.trusted().size(); i++) {
            write(
                    example.file("trusted-certificates[" + i + "]"),
                    platform.trusted().get(i));
        }
        return Sender.of(
                platform,
                "CNY",
                platform::notification,
                List.of(UnionPayEvent.paid(), UnionPayEvent.unclear("A6"), UnionPayEvent.refunded()));
    }

    private Sender stripe(PageExample example) {
        Stripe platform = Stripe.generate();
        variables.put(example.variable("secrets[0]"), platform.secrets().get(0));
        return Sender.of(
                platform,
                "USD",
                platform::notification,
                List.of(
                        StripeEvent.paid(),
                        StripeEvent.paid(),
                        StripeEvent.chargeSucceeded(),
                        StripeEvent.sessionCompleted("paid"),
                        StripeEvent.paymentIntent("payment_failed", "requires_payment_method")));
    }

    /** As the page says for tests, the receiver asks the simulated API and trusts the simulated authority. */
    private Sender payPal(PageExample example) throws IOException, GeneralSecurityException {
        PayPal generated = PayPal.generate(example.setting("merchant-id"), now);
        PayPal account = new PayPal(
                generated.merchantId(),
                example.setting("webhook-id"),
                generated.certificateUrl(),
                generated.key(),
                generated.certificatePem(),
                generated.authorityPem());
        PayPalApi api = PayPalApi.start(account);
        payPals.add(api);
        variables.put(example.variable("client-id"), PayPalApi.CLIENT_ID);
        variables.put(example.variable("client-secret"), PayPalApi.CLIENT_SECRET);
        forTests.add("--payonce.channels." + example.channel() + ".api-base-url=" + api.url());
        forTests.add("--payonce.channels." + example.channel() + ".certificate-hosts=" + api.host());
        authorities.add(account.authorityPem());
        jvm.putAll(TrustStore.write(keyFolder.resolve("trusted.p12"), authorities));
        PayPal platform = account.withCertificateUrl(api.certificateUrl());
        Sender.Reporting<PayPalEvent> reporting = (payment, event, any) -> {
            api.knows(payment);
            return platform.notification(payment, event, any);
        };
        return Sender.of(
                platform,
                "USD",
                reporting,
                List.of(
                        PayPalEvent.completed(),
                        PayPalEvent.completed(),
                        PayPalEvent.orderApproved(),
                        PayPalEvent.capture("PENDING"),
                        PayPalEvent.capture("REFUNDED")));
    }

    private Sender adyen(PageExample example) {
        Adyen platform = Adyen.generate(example.setting("merchant-id"));
        variables.put(example.variable("secrets[0]"), platform.hmacKey());
        return Sender.of(
                        platform,
                        "EUR",
                        platform::notification,
                        List.of(AdyenEvent.authorised(), AdyenEvent.authorised(), AdyenEvent.offerClosed()))
                .and((payment, any) -> platform.notification(another(payment, "7"), AdyenEvent.refused(), any))
                .and((payment, any) -> platform.notification(
                        payment, AdyenEvent.modification("CAPTURE", true, "C" + payment.transactionId()), any));
    }

    private Sender square(PageExample example) {
        Square platform =
                Square.generate(example.setting("merchant-id"), "LH2A8QQ6XVBXR", example.setting("notification-url"));
        variables.put(example.variable("secrets[0]"), platform.signatureKey());
        return Sender.of(
                platform,
                "USD",
                platform::notification,
                List.of(SquareEvent.completed(), SquareEvent.approved(), SquareEvent.feeAdded()));
    }

    private Sender standardWebhooks(PageExample example) {
        StandardWebhooks platform = StandardWebhooks.generate();
        variables.put(example.variable("secrets[0]"), platform.secrets().get(0));
        return Sender.of(platform, "EUR", platform::notification, List.of("paid", "pending", "paid", "refunded"));
    }

    /** Another attempt to pay the same order. */
    static SimulatedPayment another(SimulatedPayment payment, String beginning) {
        return payment.withTransactionId(beginning + payment.transactionId());
    }

    private String secret(String variable) {
        return variables.computeIfAbsent(variable, name -> RandomText.alphanumeric(random, WECHAT_KEY));
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(keyFolder.resolve(file), text);
    }

    @Override
    public void close() {
        payPals.forEach(PayPalApi::close);
    }
}
