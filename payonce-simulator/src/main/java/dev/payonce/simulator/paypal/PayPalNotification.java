package dev.payonce.simulator.paypal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.Json;
import dev.payonce.simulator.wire.RandomText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** A webhook of PayPal's: its body is the same in every attempt; transmission id, time and signature are new (6.1). */
final class PayPalNotification implements Notification {
    private static final String ALGORITHM = "SHA256withRSA";
    private static final String WEAK = "SHA1withRSA";

    private final PayPal account;
    private final SimulatedPayment payment;
    private final PayPalEvent event;
    private final String id;
    private final byte[] genuineBody;

    PayPalNotification(PayPal account, SimulatedPayment payment, PayPalEvent event, RandomGenerator random) {
        this.account = account;
        this.payment = payment;
        this.event = event;
        this.id = "WH-" + RandomText.hex(random, 17) + "-" + RandomText.hex(random, 17);
        this.genuineBody = body(account.merchantId(), payment);
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
        String merchantId =
                forgeries.contains(Forgery.OTHER_MERCHANT) ? account.merchantId() + "9" : account.merchantId();
        byte[] body = forgeries.contains(Forgery.OTHER_MERCHANT) ? body(merchantId, payment) : genuineBody;
        String transmissionId = new UUID(random.nextLong(), random.nextLong()).toString();
        String time = at.truncatedTo(ChronoUnit.SECONDS).toString();
        String webhookId = forgeries.contains(Forgery.OTHER_APP) ? account.webhookId() + "9" : account.webhookId();
        String algorithm = forgeries.contains(Forgery.WEAK_ALGORITHM) ? WEAK : ALGORITHM;
        boolean byStranger = forgeries.contains(Forgery.UNKNOWN_KEY) || forgeries.contains(Forgery.WRONG_SIGNATURE);
        String signature = (byStranger ? SigningKey.stranger() : account.key())
                .sign(
                        algorithm,
                        (transmissionId + '|' + time + '|' + webhookId + '|' + ChecksumCollision.crc32(body))
                                .getBytes(UTF_8));
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("PAYPAL-TRANSMISSION-ID", transmissionId);
        headers.put("PAYPAL-TRANSMISSION-TIME", time);
        headers.put("PAYPAL-TRANSMISSION-SIG", forgeries.contains(Forgery.EMPTY_SIGNATURE) ? "" : signature);
        headers.put("PAYPAL-CERT-URL", certificateUrl(forgeries));
        headers.put("PAYPAL-AUTH-ALGO", algorithm);
        headers.put("PAYPAL-AUTH-VERSION", "v2");
        SignedRequest request = SignedRequest.post(headers, sent(forgeries, body, merchantId));
        return forgeries.contains(Forgery.MISSING_SIGNATURE)
                ? request.withoutHeader("PAYPAL-TRANSMISSION-SIG")
                : request;
    }

    /** A host that only begins like PayPal's: a receiver that compares beginnings loads a stranger's certificate. */
    private String certificateUrl(Set<Forgery> forgeries) {
        return forgeries.contains(Forgery.UNKNOWN_KEY)
                ? "https://api.paypal.com.example.org/v1/notifications/certs/CERT-360caa42-fca2a594-5a29e601"
                : account.certificateUrl();
    }

    private byte[] sent(Set<Forgery> forgeries, byte[] signed, String merchantId) {
        if (forgeries.contains(Forgery.TAMPERED_BODY)) {
            // Another event id: everything still parses, so that only the signature tells.
            String other = "WH-" + (id.charAt(3) == '0' ? '1' : '0') + id.substring(4);
            return new String(signed, UTF_8).replace(id, other).getBytes(UTF_8);
        }
        if (forgeries.contains(Forgery.CHECKSUM_COLLISION)) {
            byte[] other = body(merchantId, payment.withAmount(payment.amount() + 100));
            return ChecksumCollision.bend(other, ChecksumCollision.crc32(signed));
        }
        return signed;
    }

    private byte[] body(String merchantId, SimulatedPayment content) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", id);
        body.put("event_version", "1.0");
        body.put("create_time", content.paidAt().truncatedTo(ChronoUnit.SECONDS).toString());
        body.put("resource_type", "capture");
        body.put("resource_version", "2.0");
        body.put("event_type", event.type());
        body.put("summary", "Payment completed for € " + CaptureText.value(content.amount(), content.currency()));
        body.put("resource", CaptureText.of(merchantId, content, event.status()));
        return Json.of(body).getBytes(UTF_8);
    }
}
