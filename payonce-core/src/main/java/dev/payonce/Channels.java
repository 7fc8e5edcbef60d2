package dev.payonce;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The configured channels by name. Immutable. */
public final class Channels {
    private final Map<String, Channel> byName;

    /**
     * @throws IllegalArgumentException for a name that is not allowed or used twice
     */
    public Channels(Collection<? extends Channel> channels) {
        Map<String, Channel> map = new LinkedHashMap<>();
        for (Channel channel : channels) {
            String name = channel.name();
            if (!Names.isChannel(name)) {
                throw new IllegalArgumentException("channel name must match [a-z][a-z0-9-]{0,31}: " + name);
            }
            if (map.putIfAbsent(name, channel) != null) {
                throw new IllegalArgumentException("two channels are named " + name);
            }
        }
        byName = Collections.unmodifiableMap(map);
    }

    public Optional<Channel> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    public Collection<Channel> all() {
        return byName.values();
    }
}
