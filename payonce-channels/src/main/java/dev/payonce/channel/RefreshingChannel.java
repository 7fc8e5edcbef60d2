package dev.payonce.channel;

import dev.payonce.Channel;
import java.time.Instant;

/** A channel that fetches something from its platform beside the deliveries. */
public interface RefreshingChannel extends Channel {

    /**
     * Called every few seconds by one thread. Begins whatever is due and returns at once: it waits for nobody, and what fails
     * is tried again later, at a bounded rate.
     */
    void refresh(Instant now);

    /**
     * Takes over what another channel of the same name has fetched, before it takes that one's place: a changed key file must
     * not cost what was downloaded.
     */
    void succeed(Channel predecessor);
}
