package dev.payonce.lab.jmh;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelProperties.KeyEntry;
import dev.payonce.channel.types.ChannelTypes;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.adyen.Adyen;
import dev.payonce.simulator.alipay.Alipay;
import dev.payonce.simulator.paypal.PayPal;
import dev.payonce.simulator.square.Square;
import dev.payonce.simulator.standardwebhooks.StandardWebhooks;
import dev.payonce.simulator.stripe.Stripe;
import dev.payonce.simulator.unionpay.UnionPay;
import dev.payonce.simulator.wechat.WeChatPayV3;
import dev.payonce.simulator.wechatv2.WeChatPayV2;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A channel of one type and the platform that signs for it.
 *
 * @param type the channel type's name
 * @param platform signs
 * @param rsa what it signs with, if that is RSA
 * @param secret the HMAC's key, else empty
 * @param channel verifies
 */
record Subject(String type, Platform platform, List<SigningKey> rsa, byte[] secret, Channel channel) {
    static final String SQUARE_URL = "https://shop.example/notify/bench";

    static Subject of(String type, Instant now) {
        return switch (type) {
            case "wechat-v3" -> {
                WeChatPayV3 wechat = WeChatPayV3.generate("1900000109", "wx8888888888888888");
                List<KeyEntry> keys = wechat.keys().stream()
                        .map(key -> new KeyEntry(key.id(), key.publicKeyPem()))
                        .toList();
                yield new Subject(
                        type,
                        wechat,
                        wechat.keys(),
                        new byte[0],
                        channel(
                                type,
                                Map.of(
                                        "merchant-id", wechat.mchid(),
                                        "app-id", wechat.appid(),
                                        "api-v3-key", wechat.apiV3Key()),
                                keys,
                                now));
            }
            case "alipay" -> {
                Alipay alipay = Alipay.generate("2021000000000000", "2088000000000000");
                yield rsa(
                        type,
                        alipay,
                        alipay.key(),
                        channel(
                                type,
                                Map.of("app-id", alipay.appId(), "seller-id", alipay.sellerId()),
                                List.of(new KeyEntry(null, alipay.key().publicKeyPem())),
                                now));
            }
            case "unionpay" -> {
                UnionPay unionPay = UnionPay.generate("777290058167151");
                ChannelProperties properties = new ChannelProperties(
                        "bench",
                        Map.of(
                                "merchant-id", List.of(unionPay.merId()),
                                ChannelProperties.TRUSTED_CERTIFICATES, unionPay.trusted()),
                        List.of());
                yield rsa(
                        type,
                        unionPay,
                        unionPay.key(),
                        ChannelTypes.builtIn().create(type, properties, now));
            }
            case "wechat-v2" -> {
                WeChatPayV2 wechat = WeChatPayV2.generate("1900000109", "wx8888888888888888");
                yield hmac(
                        type,
                        wechat,
                        utf8(wechat.apiKey()),
                        Map.of(
                                "merchant-id", wechat.mchId(),
                                "app-id", wechat.appid(),
                                "secrets", wechat.apiKey()),
                        now);
            }
            case "stripe" -> {
                Stripe stripe = Stripe.generate();
                String secret = stripe.secrets().get(0);
                yield hmac(type, stripe, utf8(secret), Map.of("secrets", secret), now);
            }
            case "adyen" -> {
                Adyen adyen = Adyen.generate("ShopECOM");
                yield hmac(
                        type,
                        adyen,
                        HexFormat.of().parseHex(adyen.hmacKey()),
                        Map.of("merchant-id", adyen.merchantAccount(), "secrets", adyen.hmacKey()),
                        now);
            }
            case "square" -> {
                Square square = Square.generate("MLEFBHHSJGVHD", "L88917AVBK2S5", SQUARE_URL);
                yield hmac(
                        type,
                        square,
                        utf8(square.signatureKey()),
                        Map.of(
                                "merchant-id", square.merchantId(),
                                "secrets", square.signatureKey(),
                                "notification-url", SQUARE_URL),
                        now);
            }
            case "standard-webhooks" -> {
                StandardWebhooks sender = StandardWebhooks.generate();
                String secret = sender.secrets().get(0);
                byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
                yield hmac(type, sender, key, webhookFields(secret), now);
            }
            default -> throw new IllegalArgumentException("no channel type " + type);
        };
    }

    private static Map<String, String> webhookFields(String secret) {
        return Map.of(
                "secrets", secret,
                "fields.transaction-id", "/data/id",
                "fields.order-no", "/data/order_no",
                "fields.amount", "/data/amount",
                "fields.currency", "/data/currency",
                "fields.status", "/data/status",
                "fields.paid", "paid");
    }

    /** PayPal with its certificate at an address where something answers, and its authority trusted by this process. */
    static Subject payPal(PayPal account, String apiUrl, String host, Instant now) {
        Map<String, String> properties = Map.of(
                "webhook-id", account.webhookId(),
                "merchant-id", account.merchantId(),
                "client-id", "none",
                "client-secret", "none",
                "api-base-url", apiUrl,
                "certificate-hosts", host,
                "verification", "query");
        return rsa("paypal", account, account.key(), channel("paypal", properties, List.of(), now));
    }

    private static Subject rsa(String type, Platform platform, SigningKey key, Channel channel) {
        return new Subject(type, platform, List.of(key), new byte[0], channel);
    }

    private static Subject hmac(
            String type, Platform platform, byte[] secret, Map<String, String> properties, Instant now) {
        return new Subject(type, platform, List.of(), secret, channel(type, properties, List.of(), now));
    }

    private static Channel channel(String type, Map<String, String> properties, List<KeyEntry> keys, Instant now) {
        Map<String, List<String>> values = new HashMap<>();
        properties.forEach((name, value) -> values.put(name, List.of(value)));
        return ChannelTypes.builtIn().create(type, new ChannelProperties("bench", values, keys), now);
    }

    /** So many payments, each told about once. */
    List<Delivery> deliveries(int count, Instant now) {
        Random random = new Random(1);
        List<Delivery> all = new ArrayList<>();
        String currency = type.startsWith("wechat") || type.equals("alipay") || type.equals("unionpay") ? "CNY" : "USD";
        for (int i = 0; i < count; i++) {
            SimulatedPayment payment = new SimulatedPayment(
                    String.format("420000%022d", i), String.format("ORDER%08d", i), 9900, currency, now);
            SignedRequest signed = platform.notification(payment, random).sign(now, random);
            all.add(new Delivery(
                    "POST", "/notify/bench", signed.headers(), null, Body.of(signed.body()), now));
        }
        return all;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
