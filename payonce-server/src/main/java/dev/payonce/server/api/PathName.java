package dev.payonce.server.api;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.util.StringUtils;
import org.springframework.web.util.UriUtils;

/**
 * The name in {@code /api/v1/{orders|accounts}/{name}}, taken from the path as it was sent. Spring's path variable would end
 * at a semicolon, so that {@code /orders/a;b/close} closed the order {@code a}.
 */
final class PathName {
    private static final int SEGMENT = 4;

    private PathName() {}

    /** Empty when what is there cannot be a name. */
    static Optional<String> of(HttpServletRequest request) {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        return decode(path.split("/", -1)[SEGMENT]).filter(name -> OrderRules.brokenNameRule(name) == null);
    }

    private static Optional<String> decode(String segment) {
        byte[] bytes =
                StringUtils.uriDecode(segment, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    static String encode(String name) {
        return UriUtils.encode(name, StandardCharsets.UTF_8);
    }
}
