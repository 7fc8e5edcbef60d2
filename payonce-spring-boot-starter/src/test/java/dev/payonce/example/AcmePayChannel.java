package dev.payonce.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.Acknowledgement;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Receipt;
import dev.payonce.Refusal;
import dev.payonce.channel.Freshness;
import dev.payonce.channel.HmacKeys;
import dev.payonce.channel.Ids;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.SigningHeader;
import dev.payonce.channel.StrictJson;
import java.util.HexFormat;
import java.util.List;

/** AcmePay signs {@code {time}.{body}} by HMAC-SHA256, in lower-case hex. */
public final class AcmePayChannel implements Channel {
    private final String merchant;
    private final HmacKeys keys;

    public AcmePayChannel(String merchant, List<String> secrets) {
        this.merchant = merchant;
        this.keys = new HmacKeys(
                secrets.stream().map(secret -> secret.getBytes(UTF_8)).toList());
    }

    @Override
    public String name() {
        return "acme";
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        try {
            verify(delivery);
            return List.of(read(delivery));
        } catch (RefusedException e) {
            return List.of(e.decoded());
        }
    }

    private void verify(Delivery delivery) throws RefusedException {
        String time = SigningHeader.single(delivery, "Acme-Time", 20);
        String signature = SigningHeader.single(delivery, "Acme-Signature", 64);
        Freshness.require(time, delivery.receivedAt(), "header Acme-Time");
        if (!signature.matches("[0-9a-f]{64}")
                || !keys.matches(
                        List.of(HexFormat.of().parseHex(signature)),
                        (time + ".").getBytes(UTF_8),
                        delivery.body().bytes())) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signature does not match");
        }
    }

    private Decoded read(Delivery delivery) throws RefusedException {
        JsonObject event = StrictJson.read(delivery.body().bytes(), "body");
        if (!event.text("type").equals("payment.paid")) {
            return Decoded.ignored("event type");
        }
        JsonObject payment = event.object("payment");
        String receiver = Ids.name(payment.text("merchant"), "merchant");
        if (!receiver.equals(merchant)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, receiver);
        }
        String currency = payment.text("currency");
        if (!Money.isCurrency(currency)) {
            throw RefusedException.malformed("currency is none");
        }
        return Decoded.payment(new PaymentNotification(
                name(),
                new PaymentKey("acme", merchant, Ids.name(payment.text("id"), "id")),
                Ids.orderNo(payment.optionalText("order"), "order"),
                new Money(payment.amount("amount"), currency),
                payment.optionalTime("paid_at"),
                delivery.receivedAt(),
                delivery.body()));
    }

    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        return Acknowledgement.of(receipt.status(), "application/json", "{\"ok\":" + receipt.success() + "}");
    }
}
