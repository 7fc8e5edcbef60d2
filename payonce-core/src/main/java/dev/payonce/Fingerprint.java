package dev.payonce;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The value of a success mark: the first 16 hex digits of SHA-256 over database id, order number, amount and currency. So
 * a mark never vouches for other content, nor for another database or one that was restored from nothing (design 2).
 */
final class Fingerprint {
    private Fingerprint() {}

    static String of(String databaseId, PaymentNotification notification) {
        String orderNo = notification.orderNo();
        // Line feeds separate unambiguously: none of the parts may hold a control character.
        String text = databaseId + "\n" + (orderNo == null ? "" : orderNo) + "\n"
                + notification.money().amount() + "\n" + notification.money().currency();
        return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)), 0, 8);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
