package dev.payonce;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Raises {@link AlertType#WRONG_RECEIVER} once an hour for each channel and foreign id. There is no row to hang it on, since
 * nothing is written for a payment that is not ours; so it is remembered here, for a bounded number of ids.
 */
final class WrongReceiverAlerts {
    private static final Duration QUIET = Duration.ofHours(1);
    private static final int REMEMBERED = 1000;

    private final AlertSink sink;
    private final Clock clock;
    private final Map<String, Instant> raised = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > REMEMBERED;
        }
    };

    WrongReceiverAlerts(AlertSink sink, Clock clock) {
        this.sink = sink;
        this.clock = clock;
    }

    void raise(String channel, String foreignId) {
        Instant now = clock.instant();
        if (isDue(channel + ":" + foreignId, now)) {
            String id = channel + ":" + foreignId + ":" + now.getEpochSecond();
            sink.raise(new Alert(id, AlertType.WRONG_RECEIVER, channel, null, null, null, foreignId, now));
        }
    }

    private synchronized boolean isDue(String key, Instant now) {
        Instant last = raised.get(key);
        if (last != null && now.isBefore(last.plus(QUIET))) {
            return false;
        }
        raised.put(key, now);
        return true;
    }
}
