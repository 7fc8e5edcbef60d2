package dev.payonce.simulator.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** A request as it goes over the wire. */
public final class RequestBytes {
    private RequestBytes() {}

    /**
     * Encodes a request with its host and length.
     *
     * @throws IllegalArgumentException if a header would end early and smuggle another one in
     */
    public static byte[] encode(String method, URI target, Map<String, List<String>> headers, byte[] body) {
        StringBuilder head = new StringBuilder(512)
                .append(method)
                .append(' ')
                .append(pathOf(target))
                .append(" HTTP/1.1\r\n");
        line(head, "host", hostOf(target));
        headers.forEach((name, values) -> values.forEach(value -> line(head, name, value)));
        line(head, "content-length", Integer.toString(body.length));
        head.append("\r\n");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(head.length() + body.length);
        bytes.writeBytes(head.toString().getBytes(ISO_8859_1));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    private static void line(StringBuilder head, String name, String value) {
        if ((name + value).chars().anyMatch(c -> c == '\r' || c == '\n')) {
            throw new IllegalArgumentException("a header must be one line: " + name.strip());
        }
        head.append(name).append(": ").append(value).append("\r\n");
    }

    private static String pathOf(URI target) {
        String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
        return target.getRawQuery() == null ? path : path + "?" + target.getRawQuery();
    }

    private static String hostOf(URI target) {
        return target.getPort() < 0 ? target.getHost() : target.getHost() + ":" + target.getPort();
    }
}
