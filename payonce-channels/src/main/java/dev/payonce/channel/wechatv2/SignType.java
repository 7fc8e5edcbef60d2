package dev.payonce.channel.wechatv2;

import java.util.Arrays;
import java.util.Optional;

/** The two algorithms of APIv2, told apart by the length of their signatures (channels.md 2.2). */
enum SignType {
    HMAC_SHA256("HMAC-SHA256", 64),
    MD5("MD5", 32);

    private final String text;
    private final int length;

    SignType(String text, int length) {
        this.text = text;
        this.length = length;
    }

    /** As configuration writes it. */
    String text() {
        return text;
    }

    static Optional<SignType> ofText(String text) {
        return Arrays.stream(values()).filter(type -> type.text.equals(text)).findFirst();
    }

    /** The one whose signatures have that many hex digits. */
    static Optional<SignType> ofLength(int length) {
        return Arrays.stream(values()).filter(type -> type.length == length).findFirst();
    }
}
