package dev.payonce.spring;

import dev.payonce.GateSettings;
import dev.payonce.HeldReason;
import dev.payonce.ReceiverSettings;
import dev.payonce.jdbc.BookSettings;
import dev.payonce.jdbc.KeepBodies;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties below {@code payonce}, but for the channels: what those hold depends on their type, and secrets are kept
 * out of an object that an actuator endpoint shows ({@link ConfiguredChannels}).
 *
 * @param gate the gate that turns concurrent duplicates away
 * @param deadline how long a platform waits for its answer at most; below its own time limit (WeChat Pay: 5 s)
 * @param workers threads that talk to the database for callbacks; fewer than the connection pool holds
 * @param queue payments that may wait for a worker; beyond it the platform is told to send again
 * @param held how payments that are on record but not applied are answered, by reason
 * @param keepBodies of which payments the notification's bytes are kept; they hold personal data
 * @param alerts when alerts are raised
 * @param transactionTimeout how long a posting's transaction may take, its handlers included; 1 to 60 seconds
 * @param migrate whether PayOnce creates and updates its own tables at start
 */
@ConfigurationProperties("payonce")
public record PayOnceProperties(
        @DefaultValue Gate gate,
        @DefaultValue("4s") Duration deadline,
        @DefaultValue("8") int workers,
        @DefaultValue("1024") int queue,
        @DefaultValue Map<HeldReason, Held> held,
        @DefaultValue("held") KeepBodies keepBodies,
        @DefaultValue Alerts alerts,
        @DefaultValue("2s") Duration transactionTimeout,
        @DefaultValue("true") boolean migrate) {

    /**
     * The gate.
     *
     * @param store where its keys are: redis, memory (one node only) or none (the database alone decides)
     * @param keyPrefix in front of its keys; all nodes on one database share one prefix
     * @param processingTtl how long a claim lives, 3 to 10 minutes
     * @param successTtl how long a success mark lives, 1 to 7 days
     * @param context whether the running claim is described in pay:handle:{transactionId}, for troubleshooting
     * @param allowUnsafeTtl lifts the limits of the times to live; for tests only
     * @param trustSuccessMark whether a success mark is believed without reading the database; false after a failover that
     *     may have lost commits
     */
    public record Gate(
            @DefaultValue("redis") Store store,
            @DefaultValue("pay:idem:") String keyPrefix,
            @DefaultValue("5m") Duration processingTtl,
            @DefaultValue("1d") Duration successTtl,
            @DefaultValue("false") boolean context,
            @DefaultValue("false") boolean allowUnsafeTtl,
            @DefaultValue("true") boolean trustSuccessMark) {}

    /** Where the gate keeps its keys. */
    public enum Store {
        REDIS,
        MEMORY,
        NONE
    }

    /**
     * What happens to payments that are held for one reason.
     *
     * @param acknowledge what the platform is told: success ends its retries, failure lets it send again
     */
    public record Held(Answer acknowledge) {}

    /** What the platform is told. */
    public enum Answer {
        SUCCESS,
        FAILURE
    }

    /**
     * Alerts.
     *
     * @param unknownOrderAfter how old a payment without an order must be before its alert is raised
     */
    public record Alerts(@DefaultValue("2m") Duration unknownOrderAfter) {}

    /**
     * The gate's times, within the limits of design 2.
     *
     * @throws InvalidSettingException naming the property that is out of its range
     */
    GateSettings gateSettings() {
        return InvalidSettingException.naming("payonce.gate", () -> {
            GateSettings settings = new GateSettings(gate.processingTtl, gate.successTtl);
            if (!gate.allowUnsafeTtl) {
                settings.requireSafe();
            }
            return settings;
        });
    }

    ReceiverSettings receiverSettings() {
        Map<HeldReason, Boolean> answers = new EnumMap<>(HeldReason.class);
        held.forEach((reason, what) -> answers.put(reason, what.acknowledge == Answer.SUCCESS));
        return InvalidSettingException.naming(
                "payonce", () -> new ReceiverSettings(deadline, gate.trustSuccessMark, workers, queue, answers));
    }

    BookSettings bookSettings() {
        return InvalidSettingException.naming(
                "payonce",
                () -> new BookSettings(
                        keepBodies,
                        alerts.unknownOrderAfter,
                        BookSettings.DEFAULT.firstReevaluation(),
                        BookSettings.DEFAULT.lastReevaluation(),
                        transactionTimeout));
    }
}
