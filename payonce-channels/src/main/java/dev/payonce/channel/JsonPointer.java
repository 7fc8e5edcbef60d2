package dev.payonce.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names one member somewhere inside a JSON object, after RFC 6901: {@code /data/order_no}. Steps through objects only: what
 * is inside an array is not found. Immutable.
 *
 * @param names the member's name at each step
 */
public record JsonPointer(List<String> names) {
    private static final int MAX_STEPS = 16;

    public JsonPointer {
        names = List.copyOf(names);
    }

    /**
     * Reads a pointer.
     *
     * @throws IllegalArgumentException saying what a pointer looks like
     */
    public static JsonPointer parse(String text) {
        String[] steps = text.split("/", -1);
        if (!text.startsWith("/") || steps.length > MAX_STEPS + 1 || text.matches(".*~(?![01]).*")) {
            throw new IllegalArgumentException("must be a JSON pointer such as /data/order_no");
        }
        List<String> names = new ArrayList<>();
        for (int i = 1; i < steps.length; i++) {
            names.add(steps[i].replace("~1", "/").replace("~0", "~"));
        }
        return new JsonPointer(names);
    }

    /** The object that holds the named member; null if there is no such object. */
    public @Nullable JsonObject parent(JsonObject root) throws RefusedException {
        JsonObject at = root;
        for (String name : names.subList(0, names.size() - 1)) {
            JsonObject next = at.optionalObject(name);
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at;
    }

    /** The member's own name. */
    public String last() {
        return names.get(names.size() - 1);
    }

    /** The text there; null where there is none. */
    public @Nullable String optionalText(JsonObject root) throws RefusedException {
        JsonObject parent = parent(root);
        return parent == null ? null : parent.optionalText(last());
    }

    /** Whether one of the texts stands there. Whatever else stands there, or nothing, is none of them. */
    public boolean isOneOf(Set<String> texts, JsonObject root) {
        Object at = root;
        for (String name : names) {
            at = at instanceof JsonObject object ? object.member(name) : null;
        }
        return at instanceof String text && texts.contains(text);
    }

    @Override
    public String toString() {
        return "/" + String.join("/", names);
    }
}
