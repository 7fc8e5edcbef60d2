package dev.payonce.simulator;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One HTTP request that is ready to be sent. Immutable; the {@code with} methods make further wrong requests out of a
 * right one: repeated headers, cut or foreign bodies, other methods.
 */
public final class SignedRequest {
    private final String method;
    private final Map<String, List<String>> headers;
    private final byte[] body;

    private SignedRequest(String method, Map<String, List<String>> headers, byte[] body) {
        this.method = method;
        this.headers = headers;
        this.body = body;
    }

    /** A POST with each header once. */
    public static SignedRequest post(Map<String, String> headers, byte[] body) {
        Map<String, List<String>> copy = caseInsensitive();
        headers.forEach((name, value) -> copy.put(name, List.of(value)));
        return new SignedRequest("POST", Collections.unmodifiableMap(copy), body.clone());
    }

    public String method() {
        return method;
    }

    /** All values of each header; names are found whatever their case. */
    public Map<String, List<String>> headers() {
        return headers;
    }

    /** A copy of the body's bytes. */
    public byte[] body() {
        return body.clone();
    }

    public SignedRequest withMethod(String other) {
        return new SignedRequest(other, headers, body);
    }

    /** The header once with this value, whatever it was before. */
    public SignedRequest withHeader(String name, String value) {
        return withValues(name, List.of(value));
    }

    /** The header once more. */
    public SignedRequest withAddedHeader(String name, String value) {
        List<String> values = new ArrayList<>(headers.getOrDefault(name, List.of()));
        values.add(value);
        return withValues(name, values);
    }

    public SignedRequest withoutHeader(String name) {
        Map<String, List<String>> copy = caseInsensitive();
        copy.putAll(headers);
        copy.remove(name);
        return new SignedRequest(method, Collections.unmodifiableMap(copy), body);
    }

    public SignedRequest withBody(byte[] other) {
        return new SignedRequest(method, headers, other.clone());
    }

    /** For {@link java.net.http.HttpClient}. The time-out runs until the answer's headers are there. */
    public HttpRequest to(URI target, Duration timeout) {
        HttpRequest.Builder request = HttpRequest.newBuilder(target)
                .timeout(timeout)
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        return request.build();
    }

    /** Method and size only: a log is no place for signatures. */
    @Override
    public String toString() {
        return "SignedRequest[" + method + ", " + body.length + " bytes]";
    }

    private SignedRequest withValues(String name, List<String> values) {
        Map<String, List<String>> copy = caseInsensitive();
        copy.putAll(headers);
        copy.put(name, List.copyOf(values));
        return new SignedRequest(method, Collections.unmodifiableMap(copy), body);
    }

    private static Map<String, List<String>> caseInsensitive() {
        return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    }
}
