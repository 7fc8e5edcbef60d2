package dev.payonce.server.storm;

import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.adyen.Adyen;
import dev.payonce.simulator.alipay.Alipay;
import dev.payonce.simulator.paypal.PayPal;
import dev.payonce.simulator.paypal.PayPalApi;
import dev.payonce.simulator.square.Square;
import dev.payonce.simulator.standardwebhooks.StandardWebhooks;
import dev.payonce.simulator.stripe.Stripe;
import dev.payonce.simulator.unionpay.UnionPay;
import dev.payonce.simulator.wechat.WeChatPayV3;
import dev.payonce.simulator.wechatv2.WeChatPayV2;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The channel types that a storm can play: how an account is made, how it lies in a folder, and how PayOnce is told of it.
 * In the snippet {@code file:} stands for a file of the folder.
 */
enum AccountType {
    WECHAT_V3("wechat-v3", "CNY") {
        @Override
        Account generate(Instant now, URI target) {
            WeChatPayV3 platform = WeChatPayV3.generate("1900000109", "wx8888888888888888");
            Map<String, String> files = new LinkedHashMap<>();
            List<String> ids = new ArrayList<>();
            for (SigningKey key : platform.keys()) {
                ids.add(key.id());
                files.put(privateKey(ids.size()), key.privateKeyPem());
                files.put(publicKey(ids.size()), key.publicKeyPem());
            }
            return new Account(
                    Map.of(
                            "merchant-id", platform.mchid(),
                            "app-id", platform.appid(),
                            "api-v3-key", platform.apiV3Key(),
                            "key-ids", String.join(",", ids)),
                    files);
        }

        @Override
        Platform platform(Account account) {
            List<SigningKey> keys = new ArrayList<>();
            for (String id : account.value("key-ids").split(",", -1)) {
                keys.add(SigningKey.of(id.strip(), account.file(privateKey(keys.size() + 1))));
            }
            return new WeChatPayV3(
                    account.value("merchant-id"), account.value("app-id"), account.value("api-v3-key"), keys);
        }

        @Override
        List<String> settings(Account account) {
            List<String> lines = new ArrayList<>(
                    List.of(line("merchant-id", account), line("app-id", account), line("api-v3-key", account)));
            lines.add("verification-keys:");
            int number = 0;
            for (String id : account.value("key-ids").split(",", -1)) {
                number++;
                lines.add("  - { id: " + quoted(id.strip()) + ", pem: \"file:" + publicKey(number) + "\" }");
            }
            return lines;
        }
    },
    WECHAT_V2("wechat-v2", "CNY") {
        @Override
        Account generate(Instant now, URI target) {
            WeChatPayV2 platform = WeChatPayV2.generate("1900000109", "wx8888888888888888");
            return new Account(
                    Map.of(
                            "merchant-id", platform.mchId(),
                            "app-id", platform.appid(),
                            "secret", platform.apiKey(),
                            "sign-type", platform.signType()),
                    Map.of());
        }

        @Override
        Platform platform(Account account) {
            return new WeChatPayV2(
                    account.value("merchant-id"),
                    account.value("app-id"),
                    account.value("secret"),
                    account.value("sign-type"));
        }

        @Override
        List<String> settings(Account account) {
            return List.of(
                    line("merchant-id", account),
                    line("app-id", account),
                    secrets(account),
                    "sign-types: [ " + quoted(account.value("sign-type")) + " ]");
        }
    },
    ALIPAY("alipay", "CNY") {
        @Override
        Account generate(Instant now, URI target) {
            Alipay platform = Alipay.generate("2021000000000000", "2088000000000000");
            return new Account(
                    Map.of("app-id", platform.appId(), "seller-id", platform.sellerId()),
                    Map.of(
                            privateKey(1), platform.key().privateKeyPem(),
                            publicKey(1), platform.key().publicKeyPem()));
        }

        @Override
        Platform platform(Account account) {
            SigningKey key = SigningKey.of("alipay", account.file(privateKey(1)));
            return new Alipay(account.value("app-id"), account.value("seller-id"), key, StandardCharsets.UTF_8);
        }

        @Override
        List<String> settings(Account account) {
            return List.of(
                    line("app-id", account),
                    line("seller-id", account),
                    "verification-keys: [ { pem: \"file:" + publicKey(1) + "\" } ]");
        }
    },
    UNIONPAY("unionpay", "CNY") {
        @Override
        Account generate(Instant now, URI target) {
            UnionPay platform = UnionPay.generate("777290058110048");
            return new Account(
                    Map.of("merchant-id", platform.merId()),
                    Map.of(
                            privateKey(1),
                            platform.key().privateKeyPem(),
                            CERTIFICATE,
                            platform.certificate(),
                            "root.pem",
                            platform.trusted().get(0),
                            "middle.pem",
                            platform.trusted().get(1)));
        }

        @Override
        Platform platform(Account account) {
            return new UnionPay(
                    account.value("merchant-id"),
                    SigningKey.of("unionpay", account.file(privateKey(1))),
                    account.file(CERTIFICATE),
                    List.of(account.file("root.pem"), account.file("middle.pem")));
        }

        @Override
        List<String> settings(Account account) {
            return List.of(
                    line("merchant-id", account), "trusted-certificates: [ \"file:root.pem\", \"file:middle.pem\" ]");
        }
    },
    STRIPE("stripe", "USD") {
        @Override
        Account generate(Instant now, URI target) {
            return new Account(Map.of("secret", Stripe.generate().secrets().get(0)), Map.of());
        }

        @Override
        Platform platform(Account account) {
            return new Stripe(List.of(account.value("secret")), true, null);
        }

        @Override
        List<String> settings(Account account) {
            return List.of(secrets(account));
        }
    },
    PAYPAL("paypal", "USD") {
        @Override
        Account generate(Instant now, URI target) {
            PayPal platform = PayPal.generate("7KNGBPH2U58GQ", now);
            return new Account(
                    Map.of("merchant-id", platform.merchantId(), "webhook-id", platform.webhookId(), API_PORT, "18099"),
                    Map.of(
                            privateKey(1),
                            platform.key().privateKeyPem(),
                            CERTIFICATE,
                            platform.certificatePem(),
                            "authority.pem",
                            platform.authorityPem()));
        }

        @Override
        Platform platform(Account account) {
            String certificateUrl =
                    "http://127.0.0.1:" + account.value(API_PORT) + PayPal.CERTIFICATES + "CERT-simulated";
            return new PayPal(
                    account.value("merchant-id"),
                    account.value("webhook-id"),
                    certificateUrl,
                    SigningKey.of("paypal", account.file(privateKey(1))),
                    account.file(CERTIFICATE),
                    account.file("authority.pem"));
        }

        @Override
        List<String> settings(Account account) {
            String host = "127.0.0.1:" + account.value(API_PORT);
            return List.of(
                    "# The receiver's Java must trust authority.pem: keytool -importcert -noprompt -file authority.pem"
                            + " -keystore trust.p12 -storepass changeit, then"
                            + " -Djavax.net.ssl.trustStore=trust.p12 -Djavax.net.ssl.trustStorePassword=changeit",
                    line("merchant-id", account),
                    line("webhook-id", account),
                    "client-id: " + quoted(PayPalApi.CLIENT_ID),
                    "client-secret: " + quoted(PayPalApi.CLIENT_SECRET),
                    "api-base-url: " + quoted("http://" + host),
                    "certificate-hosts: [ " + quoted(host) + " ]");
        }
    },
    ADYEN("adyen", "EUR") {
        @Override
        Account generate(Instant now, URI target) {
            Adyen platform = Adyen.generate("SimulatedMerchant");
            return new Account(
                    Map.of("merchant-id", platform.merchantAccount(), "secret", platform.hmacKey()), Map.of());
        }

        @Override
        Platform platform(Account account) {
            return new Adyen(account.value("merchant-id"), account.value("secret"), true);
        }

        @Override
        List<String> settings(Account account) {
            return List.of(line("merchant-id", account), secrets(account));
        }
    },
    SQUARE("square", "USD") {
        @Override
        Account generate(Instant now, URI target) {
            Square platform = Square.generate("6SSW7HV8K2ST5", "LH2A8QQ6XVBXR", target.toString());
            return new Account(
                    Map.of(
                            "merchant-id", platform.merchantId(),
                            "location-id", platform.locationId(),
                            "secret", platform.signatureKey(),
                            "notification-url", platform.notificationUrl()),
                    Map.of());
        }

        @Override
        Platform platform(Account account) {
            return new Square(
                    account.value("merchant-id"),
                    account.value("location-id"),
                    account.value("secret"),
                    account.value("notification-url"));
        }

        @Override
        List<String> settings(Account account) {
            return List.of(
                    line("merchant-id", account),
                    line("location-id", account),
                    secrets(account),
                    line("notification-url", account));
        }
    },
    STANDARD_WEBHOOKS("standard-webhooks", "EUR") {
        @Override
        Account generate(Instant now, URI target) {
            return new Account(
                    Map.of("secret", StandardWebhooks.generate().secrets().get(0)), Map.of());
        }

        @Override
        Platform platform(Account account) {
            return new StandardWebhooks(List.of(account.value("secret")));
        }

        @Override
        List<String> settings(Account account) {
            return List.of(
                    secrets(account),
                    "fields:",
                    "  transaction-id: /data/id",
                    "  order-no: /data/order_no",
                    "  amount: /data/amount",
                    "  currency: /data/currency",
                    "  status: /data/status",
                    "  paid: [ paid ]");
        }
    };

    static final String SNIPPET = "payonce.yaml";
    static final String API_PORT = "api-port";

    private static final String CERTIFICATE = "certificate.pem";

    private final String type;
    private final String currency;

    AccountType(String type, String currency) {
        this.type = type;
        this.currency = currency;
    }

    /** @throws IllegalArgumentException naming the known ones */
    static AccountType of(String type) {
        return Stream.of(values())
                .filter(known -> known.type.equals(type))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown channel type; known: "
                        + Stream.of(values()).map(known -> known.type).toList()));
    }

    String type() {
        return type;
    }

    /** What most of the platform's payments are in. */
    String currency() {
        return currency;
    }

    /** A new account with new keys. */
    abstract Account generate(Instant now, URI target);

    /** The platform that plays it. */
    abstract Platform platform(Account account);

    /** PayOnce's settings of a receiver, beside the type. */
    abstract List<String> settings(Account account);

    private static String privateKey(int number) {
        return "private-key-" + number + ".pem";
    }

    private static String publicKey(int number) {
        return "public-key-" + number + ".pem";
    }

    private static String line(String property, Account account) {
        return property + ": " + quoted(account.value(property));
    }

    private static String secrets(Account account) {
        return "secrets: [ " + quoted(account.value("secret")) + " ]";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
