package dev.payonce.simulator.wechatv2;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.RetrySchedule;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.RandomText;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * WeChat Pay APIv2 for one merchant (channels.md 2). Thread-safe. Its text form holds no secret.
 *
 * @param mchId the merchant id
 * @param appid the application that took the payment
 * @param apiKey the APIv2 key
 * @param signType what the merchant asked for: {@code HMAC-SHA256} or {@code MD5}
 */
public record WeChatPayV2(String mchId, String appid, String apiKey, String signType) implements Platform {
    static final String HMAC_SHA256 = "HMAC-SHA256";
    static final String MD5 = "MD5";
    private static final int API_KEY_LENGTH = 32;

    private static final Set<Forgery> FORGERIES = Collections.unmodifiableSet(EnumSet.of(
            Forgery.TAMPERED_BODY,
            Forgery.WRONG_SIGNATURE,
            Forgery.MISSING_SIGNATURE,
            Forgery.EMPTY_SIGNATURE,
            Forgery.WEAK_ALGORITHM,
            Forgery.OTHER_MERCHANT,
            Forgery.OTHER_APP));

    /** 24 hours and 4 minutes in 15 steps (channels.md 0.3). */
    private static final RetrySchedule SCHEDULE = new RetrySchedule(
            Stream.of(15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10800, 10800, 10800, 21600, 21600)
                    .map(Duration::ofSeconds)
                    .toList());

    public WeChatPayV2 {
        if (!List.of(HMAC_SHA256, MD5).contains(signType)) {
            throw new IllegalArgumentException("signType must be HMAC-SHA256 or MD5");
        }
    }

    /** A merchant with a new API key, signing with HMAC-SHA256. */
    public static WeChatPayV2 generate(String mchId, String appid) {
        String key = RandomText.alphanumeric(new SecureRandom(), API_KEY_LENGTH);
        return new WeChatPayV2(mchId, appid, key, HMAC_SHA256);
    }

    /** The same merchant signing with another algorithm. */
    public WeChatPayV2 withSignType(String other) {
        return new WeChatPayV2(mchId, appid, apiKey, other);
    }

    @Override
    public String name() {
        return "wechat-v2";
    }

    @Override
    public Notification notification(SimulatedPayment payment, RandomGenerator random) {
        return notification(payment, WeChatV2Event.paid(), random);
    }

    /** A notification of any event about the payment. */
    public Notification notification(SimulatedPayment payment, WeChatV2Event event, RandomGenerator random) {
        return new WeChatV2Notification(this, payment, event);
    }

    /** 200 and the success XML without anything around or between its elements (channels.md 0.3, case ACK-01). */
    @Override
    public boolean acknowledged(Answer answer) {
        return answer.status() == 200
                && answer.body()
                        .equals("<xml><return_code><![CDATA[SUCCESS]]></return_code>"
                                + "<return_msg><![CDATA[OK]]></return_msg></xml>");
    }

    @Override
    public RetrySchedule schedule() {
        return SCHEDULE;
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(5);
    }

    /** {@link Forgery#WEAK_ALGORITHM} is MD5 under the right key: a forgery for a merchant who enabled HMAC-SHA256 only. */
    @Override
    public Set<Forgery> forgeries() {
        return FORGERIES;
    }

    @Override
    public String toString() {
        return "WeChatPayV2[mchId=" + mchId + ", appid=" + appid + ", signType=" + signType + "]";
    }
}
