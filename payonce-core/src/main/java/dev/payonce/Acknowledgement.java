package dev.payonce;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP answer to a delivery, byte for byte.
 *
 * @param status the HTTP status
 * @param contentType the Content-Type header's whole value; absent for an empty body
 * @param body the exact bytes
 */
public record Acknowledgement(int status, @Nullable String contentType, Body body) {

    public static Acknowledgement of(int status, String contentType, String text) {
        return new Acknowledgement(status, contentType, Body.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    public static Acknowledgement empty(int status) {
        return new Acknowledgement(status, null, Body.empty());
    }
}
