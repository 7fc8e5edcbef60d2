package dev.payonce.channel;

import dev.payonce.Channel;
import java.time.Instant;

/** A channel whose keys end at some time, so that somebody has to be told before. */
public interface KeyedChannel extends Channel {

    /** What is to be said of this channel's keys at that time. Computes only; called by any thread. */
    KeyReport keys(Instant now);
}
