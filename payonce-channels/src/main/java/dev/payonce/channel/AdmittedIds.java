package dev.payonce.channel;

import java.util.Set;

/**
 * The parties beside the channel's own merchant whose payments it admits, by their ids at the platform: those that are
 * listed; every one where the property is written as {@value #ANY}; none where it is not written. Immutable.
 */
public final class AdmittedIds {
    /** Stands alone in place of a list. No platform has such an id of a merchant or an application. */
    public static final String ANY = "any";

    /** A service provider's sub-merchants are many more than one account's applications. */
    private static final int MAX_IDS = 10_000;

    private final Set<String> listed;

    private AdmittedIds(Set<String> listed) {
        this.listed = Set.copyOf(listed);
    }

    /**
     * As they are written.
     *
     * @throws IllegalArgumentException for an id that is none, or for {@value #ANY} beside others, naming the property
     */
    public static AdmittedIds of(ChannelProperties properties, String property) {
        if (!properties.has(property)) {
            return new AdmittedIds(Set.of());
        }
        Set<String> ids = properties.oneOrMoreNames(property, MAX_IDS);
        if (ids.contains(ANY) && ids.size() > 1) {
            throw properties.invalid(property, "must list ids or be " + ANY + ", not both");
        }
        return new AdmittedIds(ids);
    }

    /** Whether nobody is admitted. */
    public boolean isEmpty() {
        return listed.isEmpty();
    }

    public boolean admits(String id) {
        return listed.contains(id) || listed.contains(ANY);
    }
}
