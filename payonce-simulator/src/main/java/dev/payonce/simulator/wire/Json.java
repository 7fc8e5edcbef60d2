package dev.payonce.simulator.wire;

import java.util.List;
import java.util.Map;

/**
 * Writes JSON, compact unless asked otherwise, from maps (in their order), lists, strings, whole numbers and booleans. Thread-safe. Written by
 * hand so that the simulator shares no JSON library, nor its mistakes, with the receiver it tests.
 */
public final class Json {
    private final StringBuilder out = new StringBuilder();
    private final boolean escapeSlashes;
    private final boolean indented;
    private int depth;

    private Json(boolean escapeSlashes, boolean indented) {
        this.escapeSlashes = escapeSlashes;
        this.indented = indented;
    }

    /**
     * The value as JSON.
     *
     * @throws IllegalArgumentException for a value of another type
     */
    public static String of(Object value) {
        return text(value, new Json(false, false));
    }

    /**
     * The value as JSON with every {@code /} written as {@code \/}: the same value to every parser, other bytes to a
     * receiver that wrongly verifies a signature over JSON that it wrote itself.
     *
     * @throws IllegalArgumentException for a value of another type
     */
    public static String escapingSlashes(Object value) {
        return text(value, new Json(true, false));
    }

    /**
     * The value as JSON with a line for each member and element, two blanks a level, and a blank after each colon.
     *
     * @throws IllegalArgumentException for a value of another type
     */
    public static String indented(Object value) {
        return text(value, new Json(false, true));
    }

    private static String text(Object value, Json json) {
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
        depth++;
        for (Map.Entry<?, ?> member : object.entrySet()) {
            out.append(separator);
            writeLineEnd();
            writeString(String.valueOf(member.getKey()));
            out.append(indented ? ": " : ":");
            write(member.getValue());
            separator = ",";
        }
        depth--;
        if (!object.isEmpty()) {
            writeLineEnd();
        }
        out.append(object.isEmpty() ? "{}" : "}");
    }

    private void writeArray(List<?> array) {
        out.append('[');
        String separator = "";
        depth++;
        for (Object element : array) {
            out.append(separator);
            writeLineEnd();
            write(element);
            separator = ",";
        }
        depth--;
        if (!array.isEmpty()) {
            writeLineEnd();
        }
        out.append(']');
    }

    private void writeLineEnd() {
        if (indented) {
            out.append('\n').append("  ".repeat(depth));
        }
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
