package dev.payonce.channel;

import static dev.payonce.channel.RefusedException.malformed;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object of a JSON document that was read {@linkplain StrictJson strictly}. A member that is null counts as absent. A
 * member that is there in another form than asked for refuses the delivery; nothing is converted. Immutable.
 */
public final class JsonObject {
    private static final int MAX_DIGITS = 18;
    /** The last of the year 9999, which the databases' columns still hold. */
    private static final long LAST_SECOND = 253_402_300_799L;

    private final Map<String, Object> members;

    JsonObject(Map<String, Object> members) {
        this.members = members;
    }

    /** Whatever is there; null if nothing is. */
    @Nullable
    Object member(String name) {
        Object value = members.get(name);
        return value == Other.NULL ? null : value;
    }

    /** A text that must be there; it may be empty. */
    public String text(String name) throws RefusedException {
        return require(name, optionalText(name));
    }

    public @Nullable String optionalText(String name) throws RefusedException {
        Object value = member(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw malformed(name + " is not a text");
    }

    public JsonObject object(String name) throws RefusedException {
        return require(name, optionalObject(name));
    }

    public @Nullable JsonObject optionalObject(String name) throws RefusedException {
        Object value = member(name);
        if (value == null || value instanceof JsonObject) {
            return (JsonObject) value;
        }
        throw malformed(name + " is not an object");
    }

    /** The elements of an array that must be there, each an object; it may be empty. */
    public List<JsonObject> objects(String name) throws RefusedException {
        if (!(require(name, member(name)) instanceof Elements array)) {
            throw malformed(name + " is not an array");
        }
        List<JsonObject> objects = new ArrayList<>();
        for (Object element : array.values()) {
            if (!(element instanceof JsonObject object)) {
                throw malformed(name + " holds something that is not an object");
            }
            objects.add(object);
        }
        return objects;
    }

    /** A true or false that must be there. */
    public boolean flag(String name) throws RefusedException {
        if (require(name, member(name)) instanceof Boolean flag) {
            return flag;
        }
        throw malformed(name + " is not true or false");
    }

    /**
     * An amount in minor units: a JSON integer of digits only. A text, a fraction, an exponent or a sign is not converted,
     * not even where its value would be whole (case AMT-05).
     */
    public long amount(String name) throws RefusedException {
        return amount(require(name, optionalInteger(name)), name);
    }

    /**
     * The same for {@linkplain #optionalInteger an integer as it was written}, where it is part of a signed text; empty is
     * none.
     *
     * @param what names the integer's place for the log
     */
    public static long amount(String integer, String what) throws RefusedException {
        if (integer.isEmpty()) {
            throw malformed(what + " is missing");
        }
        if (integer.startsWith("-") || integer.length() > MAX_DIGITS) {
            throw malformed(what + " is out of range");
        }
        return Long.parseLong(integer);
    }

    /** A JSON integer as it was written: digits, perhaps behind a minus sign. */
    public @Nullable String optionalInteger(String name) throws RefusedException {
        Object value = member(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Digits digits) {
            return digits.text();
        }
        throw malformed(name + " is not an integer");
    }

    /**
     * A time as seconds since 1970; null where none is, or something that is no such time up to the year 9999. For ornaments
     * only: a payment must not be lost for one.
     */
    public @Nullable Instant optionalTime(String name) {
        if (!(members.get(name) instanceof Digits digits) || !digits.text().matches("[0-9]{1,12}")) {
            return null;
        }
        long seconds = Long.parseLong(digits.text());
        return seconds > LAST_SECOND ? null : Instant.ofEpochSecond(seconds);
    }

    private static <T> T require(String name, @Nullable T value) throws RefusedException {
        if (value == null) {
            throw malformed(name + " is missing");
        }
        return value;
    }

    /** A JSON integer as it was written. */
    record Digits(String text) {}

    /** A JSON array. */
    record Elements(List<Object> values) {}

    /** A value of which nobody needs more than that it is there. */
    enum Other {
        FRACTION,
        NULL
    }
}
