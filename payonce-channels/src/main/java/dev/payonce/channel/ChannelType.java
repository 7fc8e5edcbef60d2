package dev.payonce.channel;

import dev.payonce.Channel;
import java.time.Instant;
import java.util.Set;

/**
 * One kind of channel, as the {@code type} property names it: turns properties into a {@link Channel}. Stateless.
 *
 * <p>A new platform is one class of this kind and one line in {@code dev.payonce.channel.types.ChannelTypes}.
 */
public interface ChannelType {

    /** The value of {@code payonce.channels.{name}.type}. */
    String name();

    /** Every property that this type reads, in kebab-case; any other one is refused before {@link #create}. */
    Set<String> properties();

    /**
     * Builds a channel; opens no connection and downloads nothing (case KEY-03).
     *
     * @param now the time against which the validity of certificates is judged at start
     * @throws IllegalArgumentException naming the channel and the property that is missing, empty or malformed, never its
     *     value (case SEC-02)
     */
    Channel create(ChannelProperties properties, Instant now);
}
