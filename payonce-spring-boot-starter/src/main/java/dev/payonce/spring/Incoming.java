package dev.payonce.spring;

import dev.payonce.Body;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The head of a request that may become a delivery. Immutable.
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

    private final HttpServletRequest request;
    private final Map<String, List<String>> headers;
    private final Instant receivedAt;

    Incoming(HttpServletRequest request, Instant receivedAt) {
        this.request = request;
        this.headers = headers(request);
        this.receivedAt = receivedAt;
    }

    Instant receivedAt() {
        return receivedAt;
    }

    /** Why the body need not even be read; null when it must be. */
    @Nullable
    Refusal unfit() {
        if (request.getContentLengthLong() > MAX_BODY) {
            return Refusal.OVERSIZED;
        }
        return isEncoded(request) || count(headers) > MAX_HEADER_VALUES ? Refusal.MALFORMED : null;
    }

    /** Why what came is not the body; null when it is. */
    @Nullable
    Refusal unfit(byte[] bytes) {
        if (bytes.length > MAX_BODY) {
            return Refusal.OVERSIZED;
        }
        long declared = request.getContentLengthLong();
        if (declared >= 0 && bytes.length != declared) {
            log.error(
                    "body was consumed before the callback endpoint, keep filters that read it off its path path={}"
                            + " declared={} left={}",
                    request.getRequestURI(),
                    declared,
                    bytes.length);
            return Refusal.MALFORMED;
        }
        return null;
    }

    Delivery delivery(byte[] bytes) {
        return new Delivery(
                request.getMethod(),
                request.getRequestURI(),
                headers,
                request.getQueryString(),
                Body.of(bytes),
                receivedAt);
    }

    private static Map<String, List<String>> headers(HttpServletRequest request) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
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
        return Collections.list(request.getHeaders("Content-Encoding")).stream()
                .anyMatch(encoding -> !encoding.equalsIgnoreCase("identity"));
    }
}
