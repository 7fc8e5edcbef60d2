package dev.payonce.simulator.wire;

import java.util.List;
import java.util.Map;

/**
 * Writes compact JSON from maps (in their order), lists, strings, whole numbers and booleans. Thread-safe. Written by
 * hand so that the simulator shares no JSON library, nor its mistakes, with the receiver it tests.
 */
public final class Json {
    private final StringBuilder out = new StringBuilder();
    private final boolean escapeSlashes;

    private Json(boolean escapeSlashes) {
        this.escapeSlashes = escapeSlashes;
    }

    /**
     * The value as JSON.
     *
     * @throws IllegalArgumentException for a value of another type
     */
    public static String of(Object value) {
        return text(value, false);
    }

    /**
     * The value as JSON with every {@code /} written as {@code \/}: the same value to every parser, other bytes to a
     * receiver that wrongly verifies a signature over JSON that it wrote itself.
     *
     * @throws IllegalArgumentException for a value of another type
     */
    public static String escapingSlashes(Object value) {
        return text(value, true);
    }

    private static String text(Object value, boolean escapeSlashes) {
        Json json = new Json(escapeSlashes);
        json.write(value);
        return json.out.toString();
    }

    private void write(Object value) {
        if (value instanceof String text) {
            writeString(text);
        } else if (value instanceof Long || value instanceof Integer || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof Map<?, ?> object) {
            writeObject(object);
        } else if (value instanceof List<?> array) {
            writeArray(array);
        } else {
            throw new IllegalArgumentException("no JSON form for " + value.getClass());
        }
    }

    private void writeObject(Map<?, ?> object) {
        String separator = "{";
        for (Map.Entry<?, ?> member : object.entrySet()) {
            out.append(separator);
            writeString(String.valueOf(member.getKey()));
            out.append(':');
            write(member.getValue());
            separator = ",";
        }
        out.append(object.isEmpty() ? "{}" : "}");
    }

    private void writeArray(List<?> array) {
        out.append('[');
        String separator = "";
        for (Object element : array) {
            out.append(separator);
            write(element);
            separator = ",";
        }
        out.append(']');
    }

    private void writeString(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\' || (c == '/' && escapeSlashes)) {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
