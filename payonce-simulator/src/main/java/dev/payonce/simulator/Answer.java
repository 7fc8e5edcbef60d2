package dev.payonce.simulator;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What the receiver answered.
 *
 * @param status the HTTP status
 * @param headers all values of each header
 * @param body the body read as UTF-8, cut after {@value #MAX_BODY} bytes
 */
public record Answer(int status, Map<String, List<String>> headers, String body) {
    /** Bytes of an answer's body that are kept; no platform reads more of it. */
    public static final int MAX_BODY = 4096;

    public Answer {
        headers = Map.copyOf(headers);
    }

    static Answer of(int status, Map<String, List<String>> headers, byte[] body) {
        return new Answer(status, headers, new String(body, StandardCharsets.UTF_8));
    }
}
