package dev.payonce.server.api;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponseException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a request's body as one JSON document, strictly: UTF-8 only, no member twice, nothing after it, bounded in size and
 * depth. Stateless.
 */
final class JsonBody {
    static final int MAX_BYTES = 256 * 1024;

    private static final int MAX_DEPTH = 16;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonBody() {}

    /** @throws ErrorResponseException 400, 413 or 415 */
    static JsonFields read(HttpServletRequest request) throws IOException {
        requirePlainJson(request);
        if (request.getContentLengthLong() > MAX_BYTES) {
            throw tooLarge();
        }
        byte[] bytes = request.getInputStream().readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw tooLarge();
        }
        return JsonFields.of(parse(decode(bytes)));
    }

    private static void requirePlainJson(HttpServletRequest request) {
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (!isUtf8Json(request.getContentType()) || (encoding != null && !encoding.equalsIgnoreCase("identity"))) {
            throw Problems.thrown(Problems.of(HttpStatus.UNSUPPORTED_MEDIA_TYPE));
        }
    }

    private static boolean isUtf8Json(String contentType) {
        try {
            MediaType type = MediaType.parseMediaType(contentType);
            return MediaType.APPLICATION_JSON.equalsTypeAndSubtype(type)
                    && (type.getCharset() == null || type.getCharset().equals(StandardCharsets.UTF_8));
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private static ErrorResponseException tooLarge() {
        return Problems.thrown(Problems.of(HttpStatus.CONTENT_TOO_LARGE));
    }

    private static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Problems.malformed("body", "is not UTF-8");
        }
    }

    private static JsonNode parse(String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            return parse(parser);
        }
    }

    private static JsonNode parse(JsonParser parser) {
        try {
            JsonNode document = JSON.readTree(parser);
            if (document != null && !document.isMissingNode()) {
                return document;
            }
        } catch (JacksonException e) {
            // Where reading stopped, and none of Jackson's words.
            throw Problems.malformed(path(parser.streamReadContext()), "is not JSON, is there twice, or is too deep");
        }
        throw Problems.malformed("body", "must be one JSON object");
    }

    private static String path(TokenStreamContext context) {
        StringBuilder path = new StringBuilder();
        for (TokenStreamContext at = context; at != null && !at.inRoot(); at = at.getParent()) {
            if (at.inArray()) {
                path.insert(0, "[" + Math.max(at.getCurrentIndex(), 0) + "]");
            } else if (at.hasCurrentName()) {
                path.insert(0, "." + at.currentName());
            }
        }
        return path.isEmpty() ? "body" : path.substring(path.charAt(0) == '.' ? 1 : 0);
    }
}
