package dev.payonce.channel;

import dev.payonce.Names;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The properties of one configured channel, as they were written below {@code payonce.channels.{name}}, without their
 * meaning: that is the {@link ChannelType}'s. A map instead of a component for each of the twenty-odd properties of all
 * types, so that a type's own properties are named in that type alone.
 *
 * <p>Immutable. Every error is an {@link IllegalArgumentException} that names the channel and the property, never a value,
 * since any value may be a secret.
 *
 * @param channel the channel's name
 * @param values each property in kebab-case and its values, one for a plain property; a property that was not written is
 *     absent, one that was written empty holds an empty text
 * @param verificationKeys the entries of {@value #VERIFICATION_KEYS}, locations already read
 */
public record ChannelProperties(String channel, Map<String, List<String>> values, List<KeyEntry> verificationKeys) {
    /** The property that holds {@link KeyEntry key entries}. */
    public static final String VERIFICATION_KEYS = "verification-keys";

    /** The property that holds certificates, each as PEM text; locations are read before. */
    public static final String TRUSTED_CERTIFICATES = "trusted-certificates";

    /** The property that holds the private key with which the merchant signs its own requests. */
    public static final String MERCHANT_PRIVATE_KEY = "merchant-private-key";

    /** The properties whose values may be written as locations of files; they are read before. */
    public static final Set<String> LOCATIONS = Set.of(TRUSTED_CERTIFICATES, MERCHANT_PRIVATE_KEY);

    private static final int MAX_VALUES = 100;

    public ChannelProperties {
        if (!Names.isChannel(channel)) {
            throw new IllegalArgumentException("channel name must match [a-z][a-z0-9-]{0,31}");
        }
        Map<String, List<String>> copy = new LinkedHashMap<>();
        values.forEach((property, list) -> copy.put(property, List.copyOf(list)));
        values = Map.copyOf(copy);
        verificationKeys = List.copyOf(verificationKeys);
    }

    /** The one value of a property that must be there, is not blank and has no surrounding blanks. */
    public String one(String property) {
        Set<String> all = oneOrMore(property);
        if (all.size() > 1) {
            throw invalid(property, "must have one value");
        }
        return all.iterator().next();
    }

    /** The values of a property, each once, in the order written; at least one. */
    public Set<String> oneOrMore(String property) {
        return oneOrMore(property, MAX_VALUES);
    }

    private Set<String> oneOrMore(String property, int max) {
        List<String> written = values.getOrDefault(property, List.of());
        if (written.isEmpty()) {
            throw invalid(property, has(property) ? "is missing its value" : "is missing");
        }
        if (written.size() > max) {
            throw invalid(property, "must have at most " + max + " values");
        }
        for (String value : written) {
            if (value.isBlank()) {
                throw invalid(property, "must not be blank");
            }
            if (!value.strip().equals(value)) {
                throw invalid(property, "must not have surrounding blanks");
            }
        }
        return new LinkedHashSet<>(written);
    }

    /** {@code true} or {@code false}; the default for a property that was not written. */
    public boolean flag(String property, boolean absent) {
        if (!values.containsKey(property)) {
            return absent;
        }
        String value = one(property);
        if (!value.equals("true") && !value.equals("false")) {
            throw invalid(property, "must be true or false");
        }
        return value.equals("true");
    }

    /** The one value of a property, which must be fit to stand in a payment's key. */
    public String oneName(String property) {
        String value = one(property);
        requireName(property, value);
        return value;
    }

    /** The values of a property, each fit to be an id without a slash. */
    public Set<String> oneOrMoreNames(String property) {
        return oneOrMoreNames(property, MAX_VALUES);
    }

    /** The same, of up to as many values. */
    Set<String> oneOrMoreNames(String property, int max) {
        Set<String> all = oneOrMore(property, max);
        all.forEach(value -> requireName(property, value));
        return all;
    }

    /** Whether a property was written, be it empty. */
    public boolean has(String property) {
        return values.containsKey(property);
    }

    /** The one value of a property, which must be {@code true} or {@code false}. */
    public boolean flag(String property) {
        return switch (one(property)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw invalid(property, "must be true or false");
        };
    }

    /** The one value of a property, which must be a JSON pointer. */
    public JsonPointer pointer(String property) {
        String text = one(property);
        try {
            return JsonPointer.parse(text);
        } catch (IllegalArgumentException e) {
            throw invalid(property, "must be a JSON pointer such as /data/order_no");
        }
    }

    /** Refuses every property that is written but not among those known. */
    public void requireOnly(Set<String> known) {
        Set<String> foreign = new TreeSet<>(values.keySet());
        if (!verificationKeys.isEmpty()) {
            foreign.add(VERIFICATION_KEYS);
        }
        foreign.removeAll(known);
        if (!foreign.isEmpty()) {
            throw invalid(foreign.iterator().next(), "is not a property of this type; known: " + new TreeSet<>(known));
        }
    }

    /** The error for a property, to be thrown: {@code payonce.channels.wx.api-v3-key must be 32 bytes}. */
    public IllegalArgumentException invalid(String property, String problem) {
        return new IllegalArgumentException("payonce.channels." + channel + "." + property + " " + problem);
    }

    private void requireName(String property, String value) {
        if (!Names.isName(value)) {
            throw invalid(
                    property,
                    "must be at most " + Names.MAX_ID_LENGTH + " characters without '/' or control characters");
        }
    }

    /** Only what is configured: values may be secrets. */
    @Override
    public String toString() {
        return "ChannelProperties[" + channel + ", " + new TreeSet<>(values.keySet()) + ", " + verificationKeys.size()
                + " verification keys]";
    }

    /**
     * One verification key as it was written.
     *
     * @param id the platform's id of the key; absent where a certificate brings its own serial or the platform has no ids
     * @param pem PEM text, or the bare base64 of a public key
     */
    public record KeyEntry(@Nullable String id, String pem) {
        /** Only the id: somebody may have written a private key here by mistake. */
        @Override
        public String toString() {
            return "KeyEntry[" + id + "]";
        }
    }
}
