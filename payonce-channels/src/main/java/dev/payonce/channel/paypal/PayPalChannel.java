package dev.payonce.channel.paypal;

import dev.payonce.Acknowledgement;
import dev.payonce.AskingChannel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.PlatformUnavailableException;
import dev.payonce.Receipt;
import dev.payonce.Refusal;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.PaymentTime;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.RsaSignature;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.VerificationKey;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A merchant's webhooks by PayPal (channels.md 6). The order of the checks:
 *
 * <ol>
 *   <li>the transmission's headers, and the address of the certificate against the list of hosts, without any request;
 *   <li>the certificate, from memory or loaded, its chain and its owner;
 *   <li>the signature over id, time, the configured webhook's id and the body's CRC32;
 *   <li>only then the JSON: whether it reports a completed capture, its receiver, ids and amount;
 *   <li>before it is posted, PayPal's own word for it. A CRC32 is no proof: whoever has seen one delivery can bend another
 *       body to the same sum (6.3), so that nothing of a message is believed that the API does not say too.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class PayPalChannel implements AskingChannel {
    private static final Logger log = LoggerFactory.getLogger(PayPalChannel.class);
    private static final String PLATFORM = "paypal";
    private static final String PAID_EVENT = "PAYMENT.CAPTURE.COMPLETED";

    private final PayPalSettings settings;
    private final Certificates certificates;
    private final PayPalApi api;

    PayPalChannel(PayPalSettings settings, Certificates certificates, PayPalApi api) {
        this.settings = settings;
        this.certificates = certificates;
        this.api = api;
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        try {
            verify(delivery);
            return List.of(decodeVerified(delivery));
        } catch (RefusedException e) {
            return List.of(e.decoded());
        }
    }

    private void verify(Delivery delivery) throws RefusedException {
        Transmission transmission = Transmission.of(delivery);
        byte[] signature = transmission.signatureBytes();
        URI address = CertificateUrl.allowed(transmission.certificateUrl(), settings.certificateHosts());
        VerificationKey key = certificates.at(address, delivery.receivedAt());
        if (!RsaSignature.isValid(
                key.key(),
                signature,
                transmission.signedText(settings.webhookId(), delivery.body().bytes()))) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signature does not match");
        }
    }

    private Decoded decodeVerified(Delivery delivery) throws RefusedException {
        JsonObject event = StrictJson.read(delivery.body().bytes(), "body");
        if (!PAID_EVENT.equals(event.text("event_type"))) {
            return Decoded.ignored("event type");
        }
        JsonObject resource = event.object("resource");
        Capture capture = Capture.of(resource);
        String merchantId = capture.merchantId();
        if (merchantId != null && !settings.merchantId().equals(merchantId)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, merchantId);
        }
        if (!Capture.COMPLETED.equals(capture.status())) {
            return Decoded.ignored("capture status");
        }
        if (capture.orderNo() == null) {
            return Decoded.ignored("no custom_id");
        }
        return Decoded.payment(new PaymentNotification(
                name(),
                new PaymentKey(PLATFORM, settings.merchantId(), capture.id()),
                capture.orderNo(),
                capture.money(),
                paidAt(resource),
                delivery.receivedAt(),
                delivery.body()));
    }

    /** Null for what is no time: a payment must not be lost for an ornament. */
    private static @Nullable Instant paidAt(JsonObject resource) throws RefusedException {
        return PaymentTime.withOffset(resource.optionalText("create_time"));
    }

    @Override
    public boolean confirms(PaymentNotification payment, Delivery delivery) {
        return switch (settings.verification()) {
            case QUERY -> agrees(payment, delivery);
            // Their judgement of the signature says as little of the content as ours: the capture is read all the same.
            case POSTBACK -> recognised(delivery) && agrees(payment, delivery);
        };
    }

    private boolean recognised(Delivery delivery) {
        try {
            return api.recognises(Transmission.of(delivery), delivery);
        } catch (RefusedException e) {
            throw new IllegalStateException("headers that were accepted before are refused", e);
        }
    }

    private boolean agrees(PaymentNotification payment, Delivery delivery) {
        Capture capture = api.capture(payment.key().transactionId(), delivery.receivedAt());
        if (Capture.PENDING.equals(capture.status())) {
            throw new PlatformUnavailableException("capture is still pending at the API");
        }
        String difference = difference(payment, capture);
        if (difference != null) {
            log.warn(
                    "the API's answer differs from the notification channel={} captureId={} member={}",
                    name(),
                    payment.key().transactionId(),
                    difference);
        }
        return difference == null;
    }

    private @Nullable String difference(PaymentNotification payment, Capture capture) {
        if (!capture.id().equals(payment.key().transactionId())) {
            return "id";
        }
        if (!Capture.COMPLETED.equals(capture.status())) {
            return "status";
        }
        if (!capture.money().equals(payment.money())) {
            return "amount";
        }
        if (!Objects.equals(capture.orderNo(), payment.orderNo())) {
            return "custom_id";
        }
        return settings.merchantId().equals(capture.merchantId()) ? null : "payee.merchant_id";
    }

    /** PayPal reads the status only: any 2xx ends its retries. */
    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        return Acknowledgement.empty(receipt.status());
    }
}
