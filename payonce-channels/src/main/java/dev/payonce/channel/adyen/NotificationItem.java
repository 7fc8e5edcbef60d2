package dev.payonce.channel.adyen;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Refusal;
import dev.payonce.channel.HmacKeys;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.RsaSignature;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One {@code NotificationRequestItem}: its eight signed fields, absent ones empty as the signature has them, and its
 * signature. Nothing else of an item is kept, since nothing else is covered by the signature (channels.md 7.2).
 *
 * @param value digits as they came, empty without an amount
 * @param success {@code true} or {@code false}, a text
 * @param signature base64, not yet decoded; null when there is none
 */
record NotificationItem(
        String pspReference,
        String originalReference,
        String merchantAccount,
        String merchantReference,
        String value,
        String currency,
        String eventCode,
        String success,
        @Nullable String signature) {

    static NotificationItem of(JsonObject item) throws RefusedException {
        JsonObject amount = item.optionalObject("amount");
        JsonObject additional = item.optionalObject("additionalData");
        return new NotificationItem(
                text(item, "pspReference"),
                text(item, "originalReference"),
                text(item, "merchantAccountCode"),
                text(item, "merchantReference"),
                amount == null ? "" : orEmpty(amount.optionalInteger("value")),
                amount == null ? "" : text(amount, "currency"),
                text(item, "eventCode"),
                text(item, "success"),
                additional == null ? null : additional.optionalText("hmacSignature"));
    }

    private static String text(JsonObject object, String name) throws RefusedException {
        return orEmpty(object.optionalText(name));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** Requires a genuine item: unsigned is not genuine (case SEC-03). */
    void verify(HmacKeys keys) throws RefusedException {
        if (signature == null || signature.isEmpty()) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "additionalData.hmacSignature is missing");
        }
        byte[] mac = RsaSignature.decodeBase64(signature.getBytes(StandardCharsets.UTF_8));
        if (mac == null || !keys.matches(List.of(mac), signedText().getBytes(StandardCharsets.UTF_8))) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signature does not match");
        }
    }

    /** Joined by colons without any escaping (case PAR-15). */
    private String signedText() {
        return references() + ":" + value + ":" + currency + ":" + eventCode + ":" + success;
    }

    private String references() {
        return pspReference + ":" + originalReference + ":" + merchantAccount + ":" + merchantReference;
    }

    /** Whether it reports a successful payment; what says neither yes nor no must not be taken for a no and lost. */
    boolean isPayment() throws RefusedException {
        if (eventCode.isEmpty()) {
            throw malformed("eventCode is missing");
        }
        if (!eventCode.equals("AUTHORISATION")) {
            return false;
        }
        if (!success.equals("true") && !success.equals("false")) {
            throw malformed("success is not true or false");
        }
        return success.equals("true");
    }

    /**
     * Requires that the signed text of a payment can be cut in one way only. Values stand unescaped in it, so that somebody
     * with a genuine item whose reference holds colons could cut it into another payment of another order under the same
     * valid signature. The last four fields of a payment hold no colon; the account, which holds none either, must stand
     * between colons once only, and what is in front of it is cut at its last colon. Two colons side by side there would be
     * another account's item that is cut at our name, where two accounts share a key.
     */
    void requireUnambiguous() throws RefusedException {
        String text = references();
        String account = ":" + merchantAccount + ":";
        if (originalReference.indexOf(':') >= 0
                || pspReference.contains("::")
                || text.indexOf(account) != text.lastIndexOf(account)) {
            throw malformed("references with colons can be read in more than one way");
        }
    }

    /** The ids only. */
    @Override
    public String toString() {
        return "NotificationItem[" + eventCode + ", " + pspReference + "]";
    }
}
