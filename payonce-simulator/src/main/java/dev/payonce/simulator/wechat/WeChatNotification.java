package dev.payonce.simulator.wechat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.Json;
import dev.payonce.simulator.wire.RandomText;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A WeChat Pay notification: its body, with id, time and ciphertext, is the same in every attempt; timestamp, nonce,
 * serial and signature are new (channels.md 1.2, 1.4).
 */
final class WeChatNotification implements Notification {
    private static final String ALGORITHM = "SHA256withRSA";
    private static final String PROBE_PREFIX = "WECHATPAY/SIGNTEST/";
    private static final Duration OUTSIDE_WINDOW = Duration.ofMinutes(6);
    private static final int GCM_TAG_BITS = 128;
    private static final int GCM_NONCE_BYTES = 12;

    private final WeChatPayV3 account;
    private final SimulatedPayment payment;
    private final WeChatEvent event;
    private final String id;
    private final byte[] genuineBody;

    WeChatNotification(WeChatPayV3 account, SimulatedPayment payment, WeChatEvent event, RandomGenerator random) {
        this.account = account;
        this.payment = payment;
        this.event = event;
        this.id = new UUID(random.nextLong(), random.nextLong()).toString();
        this.genuineBody = body(Set.of(), random);
    }

    @Override
    public Platform platform() {
        return account;
    }

    @Override
    public SimulatedPayment payment() {
        return payment;
    }

    @Override
    public String event() {
        return event.type();
    }

    @Override
    public SignedRequest sign(Set<Forgery> forgeries, Instant at, RandomGenerator random) {
        Forgery.requirePossible(forgeries, account);
        byte[] body = forgeries.isEmpty() ? genuineBody : body(forgeries, random);
        String timestamp = Long.toString(timestamp(forgeries, at).getEpochSecond());
        String nonce = RandomText.alphanumeric(random, 32);
        SigningKey key = account.keys().get(random.nextInt(account.keys().size()));
        String serial = forgeries.contains(Forgery.UNKNOWN_KEY) ? RandomText.hex(random, 40) : key.id();
        boolean byStranger = forgeries.contains(Forgery.UNKNOWN_KEY) || forgeries.contains(Forgery.WRONG_SIGNATURE);
        String signature =
                (byStranger ? SigningKey.stranger() : key).sign(ALGORITHM, signedText(timestamp, nonce, body));

        SignedRequest request = SignedRequest.post(
                Map.of(
                        "Content-Type",
                        "application/json",
                        "Wechatpay-Timestamp",
                        timestamp,
                        "Wechatpay-Nonce",
                        nonce,
                        "Wechatpay-Serial",
                        serial,
                        "Wechatpay-Signature",
                        signatureHeader(forgeries, signature),
                        "Wechatpay-Signature-Type",
                        "WECHATPAY2-SHA256-RSA2048"),
                forgeries.contains(Forgery.TAMPERED_BODY) ? tampered(body) : body);
        return forgeries.contains(Forgery.MISSING_SIGNATURE) ? request.withoutHeader("Wechatpay-Signature") : request;
    }

    private static Instant timestamp(Set<Forgery> forgeries, Instant at) {
        if (forgeries.contains(Forgery.STALE)) {
            return at.minus(OUTSIDE_WINDOW);
        }
        return forgeries.contains(Forgery.FUTURE) ? at.plus(OUTSIDE_WINDOW) : at;
    }

    private static byte[] signedText(String timestamp, String nonce, byte[] body) {
        ByteArrayOutputStream text = new ByteArrayOutputStream(body.length + 64);
        text.writeBytes((timestamp + '\n' + nonce + '\n').getBytes(UTF_8));
        text.writeBytes(body);
        text.write('\n');
        return text.toByteArray();
    }

    private static String signatureHeader(Set<Forgery> forgeries, String signature) {
        if (forgeries.contains(Forgery.SIGNATURE_PROBE)) {
            return PROBE_PREFIX + signature;
        }
        return forgeries.contains(Forgery.EMPTY_SIGNATURE) ? "" : signature;
    }

    /** Another notification id: everything still parses and decrypts, so that only the signature tells. */
    private byte[] tampered(byte[] body) {
        String other = (id.charAt(0) == '0' ? '1' : '0') + id.substring(1);
        return new String(body, UTF_8).replace(id, other).getBytes(UTF_8);
    }

    private byte[] body(Set<Forgery> forgeries, RandomGenerator random) {
        String nonce = RandomText.alphanumeric(random, GCM_NONCE_BYTES);
        byte[] ciphertext = ciphertext(forgeries, nonce, random);
        if (forgeries.contains(Forgery.TAMPERED_CIPHERTEXT)) {
            ciphertext[random.nextInt(ciphertext.length)] ^= 1;
        }
        Map<String, Object> resource = new LinkedHashMap<>();
        resource.put("original_type", event.originalType());
        resource.put("algorithm", "AEAD_AES_256_GCM");
        resource.put("ciphertext", Base64.getEncoder().encodeToString(ciphertext));
        if (event.associatedData() != null) {
            resource.put("associated_data", event.associatedData());
        }
        resource.put("nonce", nonce);

        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", id);
        body.put("create_time", WeChatResource.time(payment.paidAt()));
        body.put("resource_type", "encrypt-resource");
        body.put("event_type", event.type());
        body.put("summary", event.type().toLowerCase(Locale.ROOT).replace('.', ' '));
        body.put("resource", resource);
        // With \/ as in WeChat's own bodies: catches receivers that verify JSON they have written again (1.2).
        return Json.escapingSlashes(body).getBytes(UTF_8);
    }

    private byte[] ciphertext(Set<Forgery> forgeries, String nonce, RandomGenerator random) {
        String mchid = forgeries.contains(Forgery.OTHER_MERCHANT) ? account.mchid() + "9" : account.mchid();
        String appid = forgeries.contains(Forgery.OTHER_APP) ? account.appid() + "9" : account.appid();
        String key =
                forgeries.contains(Forgery.WRONG_API_KEY) ? RandomText.alphanumeric(random, 32) : account.apiV3Key();
        String associatedData = event.associatedData() == null ? "" : event.associatedData();
        if (forgeries.contains(Forgery.WRONG_ASSOCIATED_DATA)) {
            associatedData += "x";
        }
        String plain = Json.of(WeChatResource.of(mchid, appid, payment, event));
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(key.getBytes(UTF_8), "AES"),
                    new GCMParameterSpec(GCM_TAG_BITS, nonce.getBytes(UTF_8)));
            cipher.updateAAD(associatedData.getBytes(UTF_8));
            return cipher.doFinal(plain.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot encrypt with AES-GCM", e);
        }
    }
}
