package dev.payonce.channel;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.channel.JsonObject.Digits;
import dev.payonce.channel.JsonObject.Elements;
import dev.payonce.channel.JsonObject.Other;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * Reads one JSON object so that no two readers can understand it differently: UTF-8 only, no member twice, nothing behind
 * the object, and bounded in depth and number of tokens. Stateless.
 */
public final class StrictJson {
    private static final int MAX_DEPTH = 32;
    private static final int MAX_TOKENS = 20_000;
    private static final int MAX_NAME = 1_000;
    private static final int MAX_NUMBER = 100;
    private static final int MAX_TEXT = 1 << 20;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxTokenCount(MAX_TOKENS)
                    .maxNameLength(MAX_NAME)
                    .maxNumberLength(MAX_NUMBER)
                    .maxStringLength(MAX_TEXT)
                    .build())
            .build();

    private StrictJson() {}

    /**
     * Reads the whole of the bytes as one object.
     *
     * @throws RefusedException as malformed, for whatever is not such an object; the detail names {@code what} only
     */
    public static JsonObject read(byte[] utf8, String what) throws RefusedException {
        try {
            // Decoded here and not by the parser, which would guess UTF-16 and let some broken UTF-8 pass.
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
            try (JsonParser parser = FACTORY.createParser(
                    ObjectReadContext.empty(), text.array(), text.arrayOffset(), text.remaining())) {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    throw malformed(what + " is not a JSON object");
                }
                JsonObject object = members(parser);
                if (parser.nextToken() != null) {
                    throw malformed(what + " goes on after its end");
                }
                return object;
            }
        } catch (CharacterCodingException e) {
            throw malformed(what + " is not UTF-8");
        } catch (JacksonException e) {
            throw malformed(what + " is not strict JSON");
        }
    }

    // The parser bounds the depth, and with it this recursion.
    private static JsonObject members(JsonParser parser) throws RefusedException {
        Map<String, Object> members = new HashMap<>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            if (members.put(name, value(parser, parser.nextToken())) != null) {
                throw malformed("an object has one member twice");
            }
        }
        return new JsonObject(members);
    }

    private static Object value(JsonParser parser, JsonToken token) throws RefusedException {
        if (token == JsonToken.START_OBJECT) {
            return members(parser);
        }
        if (token == JsonToken.VALUE_STRING) {
            return parser.getString();
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return new Digits(parser.getString());
        }
        if (token == JsonToken.START_ARRAY) {
            return elements(parser);
        }
        if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            return token == JsonToken.VALUE_TRUE;
        }
        return token == JsonToken.VALUE_NULL ? Other.NULL : Other.FRACTION;
    }

    private static Elements elements(JsonParser parser) throws RefusedException {
        List<Object> values = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            values.add(value(parser, token));
        }
        return new Elements(values);
    }
}
