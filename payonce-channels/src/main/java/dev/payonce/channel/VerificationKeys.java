package dev.payonce.channel;

import dev.payonce.channel.ChannelProperties.KeyEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All public keys of a channel. Several at once are the normal case: platforms move from one key to the next by degrees, and
 * during that time sign with either (cases KEY-01, KEY-09). Immutable.
 */
public final class VerificationKeys {
    private static final Logger log = LoggerFactory.getLogger(VerificationKeys.class);
    private static final int MAX_KEYS = 20;

    private final List<VerificationKey> all;
    private final Map<String, VerificationKey> byId;

    private VerificationKeys(List<VerificationKey> all, Map<String, VerificationKey> byId) {
        this.all = List.copyOf(all);
        this.byId = Map.copyOf(byId);
    }

    /** No key: of a channel that downloads them. */
    public static VerificationKeys none() {
        return new VerificationKeys(List.of(), Map.of());
    }

    /**
     * Reads the property {@value ChannelProperties#VERIFICATION_KEYS}. A certificate that is not valid now is kept, with a
     * warning: deliveries are judged by the time they come. If not one key is valid now, the channel could verify nothing
     * and does not start.
     *
     * @throws IllegalArgumentException naming the entry
     */
    public static VerificationKeys load(ChannelProperties properties, Instant now) {
        List<KeyEntry> entries = properties.verificationKeys();
        if (entries.isEmpty()) {
            throw properties.invalid(ChannelProperties.VERIFICATION_KEYS, "is missing");
        }
        if (entries.size() > MAX_KEYS) {
            throw properties.invalid(ChannelProperties.VERIFICATION_KEYS, "must have at most " + MAX_KEYS + " entries");
        }
        List<VerificationKey> all = new ArrayList<>();
        Map<String, VerificationKey> byId = new HashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            VerificationKey key = read(properties, i);
            all.add(key);
            if (key.id() != null && byId.put(key.id(), key) != null) {
                throw properties.invalid(property(i, "id"), "is the id of an earlier entry");
            }
        }
        requireOneValid(properties, all, now);
        return new VerificationKeys(all, byId);
    }

    private static VerificationKey read(ChannelProperties properties, int index) {
        KeyEntry entry = properties.verificationKeys().get(index);
        String id = entry.id();
        if (id != null && (id.isBlank() || !id.strip().equals(id))) {
            throw properties.invalid(property(index, "id"), "must not be blank or have surrounding blanks");
        }
        if (entry.pem().isBlank()) {
            throw properties.invalid(property(index, "pem"), "must not be blank: write a public key or a certificate");
        }
        try {
            return PublicKeyText.read(id, entry.pem());
        } catch (IllegalArgumentException e) {
            throw properties.invalid(property(index, "pem"), String.valueOf(e.getMessage()));
        }
    }

    private static void requireOneValid(ChannelProperties properties, List<VerificationKey> all, Instant now) {
        int valid = 0;
        for (VerificationKey key : all) {
            if (key.isValidAt(now)) {
                valid++;
            } else {
                log.warn(
                        "verification key is not valid now channel={} id={} notBefore={} notAfter={}",
                        properties.channel(),
                        key.id(),
                        key.notBefore(),
                        key.notAfter());
            }
        }
        if (valid == 0) {
            throw properties.invalid(
                    ChannelProperties.VERIFICATION_KEYS,
                    "holds no key that is valid now: the certificate "
                            + all.get(0).id() + " is valid from " + all.get(0).notBefore() + " to "
                            + all.get(0).notAfter() + "; put the platform's present one here");
        }
    }

    private static String property(int index, String part) {
        return ChannelProperties.VERIFICATION_KEYS + "[" + index + "]." + part;
    }

    /** Every key, in the order written. */
    public List<VerificationKey> all() {
        return all;
    }

    /** The key that a message names; null when it is not configured. Never a guess (case KEY-01). */
    public @Nullable VerificationKey byId(String id) {
        return byId.get(VerificationKey.normalise(id));
    }
}
