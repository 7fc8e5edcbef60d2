package dev.payonce;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request as it came.
 *
 * @param method the HTTP method
 * @param path the path, undecoded
 * @param headers all values of each header; names are found whatever their case
 * @param query the query string, undecoded; no channel reads it, since anybody may add to it
 * @param body the untouched bytes
 * @param receivedAt when it arrived; every check of age is against this instant, not against the time of the check
 *     (case TIM-02)
 */
public record Delivery(
        String method,
        String path,
        Map<String, List<String>> headers,
        @Nullable String query,
        Body body,
        Instant receivedAt) {
    public Delivery {
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        headers = Collections.unmodifiableMap(copy);
    }

    /** All values of a header, in the order received; empty when it is absent. */
    public List<String> header(String name) {
        return headers.getOrDefault(name, List.of());
    }

    /** The header's value if it came exactly once; a missing or repeated one is no value (case PAR-19). */
    public @Nullable String singleHeader(String name) {
        List<String> values = header(name);
        return values.size() == 1 ? values.get(0) : null;
    }

    /** The request line and the size only: headers carry signatures, the body personal data. */
    @Override
    public String toString() {
        return "Delivery[" + method + " " + path + ", " + body.size() + " bytes]";
    }
}
