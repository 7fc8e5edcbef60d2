package dev.payonce.simulator.wechat;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.RetrySchedule;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.RandomText;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * WeChat Pay APIv3 for one merchant (channels.md 1). Each attempt is signed with a key picked at random, as the platform
 * does while it moves a merchant from certificates to public keys (1.3). Thread-safe. Its text form holds no secret.
 *
 * @param mchid the merchant id
 * @param appid the application that took the payment
 * @param apiV3Key 32 bytes, with which the resource is encrypted
 * @param keys one or more; the receiver must know them all by their ids
 */
public record WeChatPayV3(String mchid, String appid, String apiV3Key, List<SigningKey> keys) implements Platform {
    private static final int API_KEY_BYTES = 32;
    private static final int SERIAL_LENGTH = 40;

    private static final Set<Forgery> FORGERIES = Collections.unmodifiableSet(
            EnumSet.complementOf(EnumSet.of(Forgery.WEAK_ALGORITHM, Forgery.CHECKSUM_COLLISION)));

    /** 24 hours and 4 minutes in 15 steps (channels.md 0.3). */
    private static final RetrySchedule SCHEDULE = new RetrySchedule(List.of(
            Duration.ofSeconds(15),
            Duration.ofSeconds(15),
            Duration.ofSeconds(30),
            Duration.ofMinutes(3),
            Duration.ofMinutes(10),
            Duration.ofMinutes(20),
            Duration.ofMinutes(30),
            Duration.ofMinutes(30),
            Duration.ofMinutes(30),
            Duration.ofMinutes(60),
            Duration.ofHours(3),
            Duration.ofHours(3),
            Duration.ofHours(3),
            Duration.ofHours(6),
            Duration.ofHours(6)));

    public WeChatPayV3 {
        keys = List.copyOf(keys);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("keys must not be empty");
        }
        if (apiV3Key.getBytes(StandardCharsets.UTF_8).length != API_KEY_BYTES) {
            throw new IllegalArgumentException("apiV3Key must have " + API_KEY_BYTES + " bytes");
        }
    }

    /** A merchant with a new API key and two new signing keys: one by public key id, one by certificate serial. */
    public static WeChatPayV3 generate(String mchid, String appid) {
        SecureRandom random = new SecureRandom();
        return new WeChatPayV3(
                mchid,
                appid,
                RandomText.alphanumeric(random, API_KEY_BYTES),
                List.of(
                        SigningKey.generate("PUB_KEY_ID_" + RandomText.digits(random, 34)),
                        SigningKey.generate(RandomText.hex(random, SERIAL_LENGTH))));
    }

    @Override
    public String name() {
        return "wechat-v3";
    }

    @Override
    public Notification notification(SimulatedPayment payment, RandomGenerator random) {
        return notification(payment, WeChatEvent.paid(), random);
    }

    /** A notification of any event about the payment. */
    public Notification notification(SimulatedPayment payment, WeChatEvent event, RandomGenerator random) {
        return new WeChatNotification(this, payment, event, random);
    }

    /** 200 or 204, whatever the body (channels.md 0.3). */
    @Override
    public boolean acknowledged(Answer answer) {
        return answer.status() == 200 || answer.status() == 204;
    }

    @Override
    public RetrySchedule schedule() {
        return SCHEDULE;
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(5);
    }

    @Override
    public Set<Forgery> forgeries() {
        return FORGERIES;
    }

    @Override
    public String toString() {
        return "WeChatPayV3[mchid=" + mchid + ", appid=" + appid + ", keys=" + keys + "]";
    }
}
