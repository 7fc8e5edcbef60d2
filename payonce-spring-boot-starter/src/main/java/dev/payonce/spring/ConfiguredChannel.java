package dev.payonce.spring;

import dev.payonce.Acknowledgement;
import dev.payonce.AskingChannel;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.PaymentNotification;
import dev.payonce.Receipt;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.RefreshingChannel;
import dev.payonce.channel.types.ChannelTypes;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A configured channel whose key files may change while it runs.
 *
 * <ol>
 *   <li>{@link #refresh} reads the files by their names, as somebody put them there: written over, renamed, or by another
 *       target of a symbolic link. It compares contents: times and sizes of files may stay as they are.
 *   <li>A content that is new is left until it reads the same the next time: it may be written at this moment.
 *   <li>A whole new channel is built of it, with every check of a start.
 *   <li>That takes the old one's place at once. Each delivery is decoded by one of the two; where the new one cannot be
 *       built, the old one stays, and it is tried again the next time.
 * </ol>
 *
 * <p>Deliveries read no file and take no lock. Thread-safe; {@link #refresh} belongs to one thread.
 */
class ConfiguredChannel implements Channel {
    private static final Logger log = LoggerFactory.getLogger(ConfiguredChannel.class);

    private final WrittenChannel written;
    private final KeyText keyText;
    private final ChannelTypes types;
    private volatile Channel current;
    private volatile @Nullable InvalidSettingException problem;
    private ChannelProperties inUse;
    private @Nullable ChannelProperties seen;

    private ConfiguredChannel(
            WrittenChannel written, KeyText keyText, ChannelTypes types, ChannelProperties inUse, Channel first) {
        this.written = written;
        this.keyText = keyText;
        this.types = types;
        this.inUse = inUse;
        this.current = first;
    }

    /** @throws InvalidSettingException naming the property that is missing or malformed */
    static ConfiguredChannel of(WrittenChannel written, KeyText keyText, ChannelTypes types, Instant now) {
        ChannelProperties properties = written.read(keyText);
        Channel first = written.build(types, properties, now);
        return first instanceof AskingChannel
                ? new Asking(written, keyText, types, properties, first)
                : new ConfiguredChannel(written, keyText, types, properties, first);
    }

    /** The same for a channel whose platform is asked. */
    private static final class Asking extends ConfiguredChannel implements AskingChannel {
        Asking(WrittenChannel written, KeyText keyText, ChannelTypes types, ChannelProperties inUse, Channel first) {
            super(written, keyText, types, inUse, first);
        }

        @Override
        public boolean confirms(PaymentNotification payment, Delivery delivery) {
            // A type makes channels of one kind.
            return ((AskingChannel) current()).confirms(payment, delivery);
        }
    }

    /** Looks at the files, and lets the channel fetch what it needs. Does not throw for what is in a file. */
    void refresh(Instant now) {
        if (written.hasFiles()) {
            try {
                reread(now);
            } catch (InvalidSettingException e) {
                keepDespite(e);
            }
        }
        if (current instanceof RefreshingChannel refreshing) {
            refreshing.refresh(now);
        }
    }

    private void reread(Instant now) {
        ChannelProperties read = written.read(keyText);
        if (read.equals(inUse)) {
            seen = null;
            problem = null;
        } else if (read.equals(seen)) {
            Channel next = written.build(types, read, now);
            if (next instanceof RefreshingChannel refreshing) {
                refreshing.succeed(current);
            }
            current = next;
            inUse = read;
            seen = null;
            problem = null;
            log.info("key files have changed, new keys are in use channel={}", name());
        } else {
            seen = read;
        }
    }

    private void keepDespite(InvalidSettingException fault) {
        InvalidSettingException before = problem;
        problem = fault;
        if (before == null || !String.valueOf(before.getMessage()).equals(fault.getMessage())) {
            log.warn(
                    "key files have changed and cannot be used, the keys before stay in use until they are corrected"
                            + " channel={} problem={}",
                    name(),
                    fault.getMessage());
        }
    }

    final Channel current() {
        return current;
    }

    final String type() {
        return written.type();
    }

    /** Why the files' present content is not in use; null if it is. */
    final @Nullable InvalidSettingException problem() {
        return problem;
    }

    @Override
    public final String name() {
        return written.name();
    }

    @Override
    public final List<Decoded> decode(Delivery delivery) {
        return current.decode(delivery);
    }

    @Override
    public final Acknowledgement acknowledge(Receipt receipt) {
        return current.acknowledge(receipt);
    }

    @Override
    public final boolean stopsAtFailure() {
        return current.stopsAtFailure();
    }
}
