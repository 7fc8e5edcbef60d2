package dev.payonce.channel.unionpay;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What UnionPay signs in place of a text: its SHA-256 as lower-case hex digits (channels.md 4.1). */
final class HexDigest {
    private HexDigest() {}

    static byte[] of(byte[] text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
            return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
