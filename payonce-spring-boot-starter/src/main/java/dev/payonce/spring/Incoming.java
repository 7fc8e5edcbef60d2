package dev.payonce.spring;

import dev.payonce.Body;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request read to its end within bounds, or why it was not. Immutable.
 *
 * <p>Whatever stands between the socket and the endpoint may have eaten the body: a filter that asked for a parameter (case
 * RAW-04), a peer that went away. The bytes are taken only if as many came as were declared; without a declared length
 * (chunked, case RAW-12) up to the end of the stream.
 */
final class Incoming {
    /** 1 MiB; ten times the largest notification of any platform. */
    static final int MAX_BODY = 1 << 20;

    private static final Logger log = LoggerFactory.getLogger(Incoming.class);
    private static final int MAX_HEADER_VALUES = 200;
    private static final int CHUNK = 8 * 1024;
    private static final Duration MAX_READING = Duration.ofSeconds(10);

    private final @Nullable Delivery delivery;
    private final @Nullable Refusal refusal;

    private Incoming(@Nullable Delivery delivery, @Nullable Refusal refusal) {
        this.delivery = delivery;
        this.refusal = refusal;
    }

    /** Why the request was not read to its end; null when it was. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    /** The whole request; only where there is no {@link #refusal()}. */
    Delivery delivery() {
        return Objects.requireNonNull(delivery, "a request that was refused has no delivery");
    }

    /** Reads on the caller's thread, at most {@value #MAX_BODY} bytes and for about ten seconds. */
    static Incoming read(HttpServletRequest request, Clock clock) {
        Instant receivedAt = clock.instant();
        Map<String, List<String>> headers = headers(request);
        long declared = request.getContentLengthLong();
        if (declared > MAX_BODY) {
            return refused(Refusal.OVERSIZED);
        }
        if (isEncoded(request) || count(headers) > MAX_HEADER_VALUES) {
            return refused(Refusal.MALFORMED);
        }
        byte[] bytes;
        try {
            bytes = body(request, declared, clock, receivedAt.plus(MAX_READING));
        } catch (IOException e) {
            log.debug("body did not come to its end", e);
            return refused(Refusal.MALFORMED);
        }
        if (bytes.length > MAX_BODY) {
            return refused(Refusal.OVERSIZED);
        }
        if (declared >= 0 && bytes.length != declared) {
            log.error(
                    "body was consumed before the callback endpoint, keep filters that read it off its path path={}"
                            + " declared={} left={}",
                    request.getRequestURI(),
                    declared,
                    bytes.length);
            return refused(Refusal.MALFORMED);
        }
        return new Incoming(
                new Delivery(
                        request.getMethod(),
                        request.getRequestURI(),
                        headers,
                        request.getQueryString(),
                        Body.of(bytes),
                        receivedAt),
                null);
    }

    private static Incoming refused(Refusal refusal) {
        return new Incoming(null, refusal);
    }

    private static Map<String, List<String>> headers(HttpServletRequest request) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        Enumeration<String> names = request.getHeaderNames();
        while (names.hasMoreElements()) {
            String name = names.nextElement();
            headers.put(name, Collections.list(request.getHeaders(name)));
        }
        return headers;
    }

    private static int count(Map<String, List<String>> headers) {
        int count = 0;
        for (List<String> values : headers.values()) {
            count += values.size();
        }
        return count;
    }

    /** No platform compresses, and to decompress before the signature is checked would be to work for an attacker. */
    private static boolean isEncoded(HttpServletRequest request) {
        return request.getHeader("Content-Encoding") != null
                && Collections.list(request.getHeaders("Content-Encoding")).stream()
                        .anyMatch(encoding -> !encoding.equalsIgnoreCase("identity"));
    }

    /**
     * One byte more than allowed at most, by which the caller sees that there is more. Room is made as bytes come, not as a
     * header promises them.
     */
    private static byte[] body(HttpServletRequest request, long declared, Clock clock, Instant until)
            throws IOException {
        byte[] bytes = new byte[declared > 0 && declared < CHUNK ? (int) declared + 1 : CHUNK];
        int size = 0;
        InputStream in = stream(request);
        while (size <= MAX_BODY) {
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(2 * size, MAX_BODY + 1));
            }
            int read = in.read(bytes, size, bytes.length - size);
            if (read < 0) {
                break;
            }
            size += read;
            if (clock.instant().isAfter(until)) {
                throw new IOException("the body comes too slowly");
            }
        }
        return Arrays.copyOf(bytes, size);
    }

    private static InputStream stream(HttpServletRequest request) throws IOException {
        try {
            return request.getInputStream();
        } catch (IllegalStateException e) {
            throw new IOException("somebody has taken the request's reader already", e);
        }
    }
}
