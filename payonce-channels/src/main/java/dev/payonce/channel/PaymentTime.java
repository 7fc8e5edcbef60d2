package dev.payonce.channel;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * When a payment was made, as platforms write it. What is no time becomes null: a payment must not be lost for an ornament.
 * Stateless.
 */
public final class PaymentTime {
    /** {@code 20261201110400}. */
    public static final DateTimeFormatter COMPACT = DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT);

    private static final ZoneId CHINA = ZoneId.of("Asia/Shanghai");

    private PaymentTime() {}

    /** With its offset: {@code 2026-12-01T11:04:00+08:00}. */
    public static @Nullable Instant withOffset(@Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** Without an offset, in China's time. */
    public static @Nullable Instant inChina(@Nullable String text, DateTimeFormatter form) {
        try {
            return text == null
                    ? null
                    : LocalDateTime.parse(text, form).atZone(CHINA).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
