package dev.payonce.lab.jmh;

import com.adyen.model.notification.NotificationRequestItem;
import com.adyen.notification.WebhookHandler;
import com.adyen.util.HMACValidator;
import com.alipay.api.internal.util.AlipaySignature;
import com.squareup.square.utilities.WebhooksHelper;
import com.standardwebhooks.Webhook;
import com.wechat.pay.java.core.notification.NotificationParser;
import com.wechat.pay.java.core.notification.RSAPublicKeyNotificationConfig;
import com.wechat.pay.java.core.notification.RequestParam;
import dev.payonce.Delivery;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.adyen.Adyen;
import dev.payonce.simulator.square.Square;
import dev.payonce.simulator.standardwebhooks.StandardWebhooks;
import dev.payonce.simulator.stripe.Stripe;
import dev.payonce.simulator.wechat.WeChatPayV3;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The official SDK's way of taking the same deliveries, where there is an SDK that verifies them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SdkBenchmark {
    private static final long TOLERANCE_SECONDS = 3600;

    @Param({"wechat-v3", "alipay", "stripe", "adyen", "square", "standard-webhooks"})
    public String type = "";

    private @Nullable Callable<?> sdk;

    /** Signs one delivery, and sees that the SDK takes it. */
    @Setup(Level.Trial)
    public void sign() throws Exception {
        Instant now = Instant.now();
        Subject subject = Subject.of(type, now);
        Callable<?> made = sdk(subject, subject.deliveries(1, now).get(0));
        sdk = made;
        if (Boolean.FALSE.equals(made.call())) {
            throw new IllegalStateException(type + " is refused by its SDK");
        }
    }

    @Benchmark
    public Object sdk() throws Exception {
        if (sdk == null) {
            throw new IllegalStateException("not set up");
        }
        return sdk.call();
    }

    private static Callable<?> sdk(Subject subject, Delivery delivery) throws Exception {
        return switch (subject.type()) {
            case "wechat-v3" -> weChat((WeChatPayV3) subject.platform(), delivery);
            case "alipay" -> aliPay(subject.rsa().get(0), delivery);
            case "stripe" -> {
                String secret = ((Stripe) subject.platform()).secrets().get(0);
                yield () -> com.stripe.net.Webhook.constructEvent(
                        text(delivery), delivery.header("Stripe-Signature").get(0), secret, TOLERANCE_SECONDS);
            }
            case "adyen" -> {
                HMACValidator validator = new HMACValidator();
                String key = ((Adyen) subject.platform()).hmacKey();
                yield () -> {
                    NotificationRequestItem item = new WebhookHandler()
                            .handleNotificationJson(text(delivery))
                            .getNotificationItems()
                            .get(0);
                    return validator.validateHMAC(item, key);
                };
            }
            case "square" -> {
                Square square = (Square) subject.platform();
                String signature =
                        delivery.header("x-square-hmacsha256-signature").get(0);
                yield () -> WebhooksHelper.verifySignature(
                        text(delivery), signature, square.signatureKey(), square.notificationUrl());
            }
            case "standard-webhooks" -> {
                Webhook webhook =
                        new Webhook(((StandardWebhooks) subject.platform()).secrets().get(0));
                yield () -> {
                    webhook.verify(text(delivery), new HashMap<>(delivery.headers()));
                    return true;
                };
            }
            default -> throw new IllegalArgumentException("no SDK for " + subject.type());
        };
    }

    /** Each delivery names the key that it was signed with. */
    private static Callable<?> weChat(WeChatPayV3 wechat, Delivery delivery) {
        String serial = delivery.header("Wechatpay-Serial").get(0);
        SigningKey key = wechat.keys().stream()
                .filter(candidate -> candidate.id().equals(serial))
                .findFirst()
                .orElseThrow();
        NotificationParser parser = new NotificationParser(new RSAPublicKeyNotificationConfig.Builder()
                .publicKey(key.publicKey())
                .publicKeyId(key.id())
                .apiV3Key(wechat.apiV3Key())
                .build());
        return () -> parser.parse(
                new RequestParam.Builder()
                        .serialNumber(serial)
                        .nonce(delivery.header("Wechatpay-Nonce").get(0))
                        .signature(delivery.header("Wechatpay-Signature").get(0))
                        .timestamp(delivery.header("Wechatpay-Timestamp").get(0))
                        .body(text(delivery))
                        .build(),
                Map.class);
    }

    /** With its parameters parsed, as a servlet would do: the SDK takes a map, and removes members from it. */
    private static Callable<?> aliPay(SigningKey key, Delivery delivery) {
        String publicKey = Base64.getEncoder().encodeToString(key.publicKey().getEncoded());
        return () -> {
            Map<String, String> parameters = new HashMap<>();
            for (String parameter : text(delivery).split("&")) {
                int equals = parameter.indexOf('=');
                parameters.put(
                        parameter.substring(0, equals),
                        URLDecoder.decode(parameter.substring(equals + 1), StandardCharsets.UTF_8));
            }
            return AlipaySignature.rsaCheckV1(parameters, publicKey, "utf-8", "RSA2");
        };
    }

    private static String text(Delivery delivery) {
        return new String(delivery.body().bytes(), StandardCharsets.UTF_8);
    }
}
