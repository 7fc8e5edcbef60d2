package dev.payonce.simulator.paypal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question to {@code verify-webhook-signature}: whether the event, as the very bytes that were sent in, is under the
 * signature. Like PayPal's, as far as is known, it judges the checksum and not the content.
 */
final class Postback {
    private static final String EVENT = "\"webhook_event\":";

    private Postback() {}

    static boolean holds(PayPal account, byte[] question) {
        // One character for each byte, so that the event's bytes survive.
        String text = new String(question, ISO_8859_1);
        int event = text.indexOf(EVENT);
        if (event < 0 || !text.endsWith("}")) {
            return false;
        }
        byte[] body = text.substring(event + EVENT.length(), text.length() - 1).getBytes(ISO_8859_1);
        String head = text.substring(0, event);
        String signed = field(head, "transmission_id")
                + '|'
                + field(head, "transmission_time")
                + '|'
                + field(head, "webhook_id")
                + '|'
                + ChecksumCollision.crc32(body);
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(account.key().publicKey());
            signature.update(signed.getBytes(ISO_8859_1));
            return field(head, "webhook_id").equals(account.webhookId())
                    && field(head, "auth_algo").equals("SHA256withRSA")
                    && !field(head, "cert_url").isEmpty()
                    && signature.verify(Base64.getDecoder().decode(field(head, "transmission_sig")));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    private static String field(String json, String name) {
        Matcher field = Pattern.compile('"' + name + "\":\"([^\"]*)\"").matcher(json);
        return field.find() ? field.group(1) : "";
    }
}
