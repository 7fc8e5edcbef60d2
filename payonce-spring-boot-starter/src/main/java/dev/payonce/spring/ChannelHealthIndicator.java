package dev.payonce.spring;

import dev.payonce.Channel;
import dev.payonce.channel.KeyReport;
import dev.payonce.channel.KeyedChannel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * One channel's component of the health: its type, the state of its keys, and when the first of them ends. Never DOWN: to
 * take the service out for one channel would stop all the others. Short of details, the status' description says the same.
 */
final class ChannelHealthIndicator extends AbstractHealthIndicator {
    private static final Duration SOON = Duration.ofDays(14);

    /** In order of precedence. */
    enum State {
        NO_VALID_KEY,
        KEY_FILES_NOT_USABLE,
        DOWNLOAD_FAILS,
        KEY_EXPIRED,
        KEY_EXPIRES_SOON,
        OK
    }

    private final Channel channel;
    private final Clock clock;

    ChannelHealthIndicator(Channel channel, Clock clock) {
        super("channel cannot be asked");
        this.channel = channel;
        this.clock = clock;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Instant now = clock.instant();
        ConfiguredChannel configured = channel instanceof ConfiguredChannel one ? one : null;
        Channel current = configured == null ? channel : configured.current();
        String type = configured == null ? "custom" : configured.type();
        InvalidSettingException files = configured == null ? null : configured.problem();
        KeyReport report = current instanceof KeyedChannel keyed ? keyed.keys(now) : new KeyReport(true, 0, null, null);
        State state = state(report, files, now);
        boolean well = state == State.OK || state == State.KEY_EXPIRES_SOON;
        String expiry = report.soonestExpiry() == null ? "" : ", a key ends at " + report.soonestExpiry();
        builder.status(new Status(
                        (well ? Status.UP : GateHealthIndicator.DEGRADED).getCode(), type + " " + state + expiry))
                .withDetail("name", channel.name())
                .withDetail("type", type)
                .withDetail("state", state);
        if (report.soonestExpiry() != null) {
            builder.withDetail("soonestExpiry", report.soonestExpiry().toString());
        }
        if (files != null) {
            builder.withDetail("problem", String.valueOf(files.getMessage()));
        } else if (report.problem() != null) {
            builder.withDetail("problem", report.problem());
        }
    }

    private static State state(KeyReport report, @Nullable InvalidSettingException files, Instant now) {
        if (!report.verifies()) {
            return State.NO_VALID_KEY;
        }
        if (files != null) {
            return State.KEY_FILES_NOT_USABLE;
        }
        if (report.problem() != null) {
            return State.DOWNLOAD_FAILS;
        }
        if (report.expired() > 0) {
            return State.KEY_EXPIRED;
        }
        Instant soonest = report.soonestExpiry();
        return soonest != null && soonest.isBefore(now.plus(SOON)) ? State.KEY_EXPIRES_SOON : State.OK;
    }
}
