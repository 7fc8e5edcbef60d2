package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.KEY_ID;
import static dev.payonce.channel.wechat.WeChatNotification.NOW;
import static dev.payonce.channel.wechat.WeChatNotification.aSignedNotification;
import static dev.payonce.channel.wechat.WeChatNotification.channel;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.ChannelProperties.KeyEntry;
import dev.payonce.channel.Expect;
import dev.payonce.channel.TestKeys;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeChatPayV3KeysTest {
    private static final Duration YEAR = Duration.ofDays(365);
    private static final String SERIAL = "0A12BC34DE56F789";

    private static KeyEntry certificate(KeyPair pair, String serial, Instant notBefore, Instant notAfter) {
        return new KeyEntry(null, TestKeys.certificate(pair, serial, notBefore, notAfter));
    }

    private static KeyEntry publicKey() {
        return new KeyEntry(KEY_ID, TestKeys.pem(TestKeys.PLATFORM));
    }

    private static Delivery signedBy(KeyPair pair, String serial) {
        return aSignedNotification().signedBy(pair, serial).deliver();
    }

    @Test
    void key01CertificateAndPublicKeyCallbacksPassSideBySide() {
        Channel both = channel(publicKey(), certificate(TestKeys.OTHER, SERIAL, NOW.minus(YEAR), NOW.plus(YEAR)));
        Expect.accepted(both, signedBy(TestKeys.PLATFORM, KEY_ID));
        Expect.accepted(both, signedBy(TestKeys.OTHER, SERIAL));
    }

    @Test
    void key01TheKeyIsTheOneNamedAndNoOtherIsTried() {
        Channel both = channel(publicKey(), certificate(TestKeys.OTHER, SERIAL, NOW.minus(YEAR), NOW.plus(YEAR)));
        Expect.refused(both, signedBy(TestKeys.PLATFORM, SERIAL), Refusal.BAD_SIGNATURE);
        Expect.refused(
                both,
                signedBy(TestKeys.PLATFORM, "PUB_KEY_ID_2"),
                Refusal.UNKNOWN_KEY,
                "no key of serial=PUB_KEY_ID_2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0A12BC34DE56F789", "A12BC34DE56F789", "0a12bc34de56f789", "000a12BC34DE56F789"})
    void key02CertificateSerialsCompareWithoutCaseAndLeadingZeros(String header) {
        Channel byCertificate = channel(certificate(TestKeys.PLATFORM, SERIAL, NOW.minus(YEAR), NOW.plus(YEAR)));
        Expect.accepted(byCertificate, signedBy(TestKeys.PLATFORM, header));
        Channel byKeyOfThatSerial = channel(new KeyEntry(SERIAL, TestKeys.pem(TestKeys.PLATFORM)));
        Expect.accepted(byKeyOfThatSerial, signedBy(TestKeys.PLATFORM, header));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pub_key_id_0119000001092024010100000001", "0119000001092024010100000001", "0"})
    void key02KeyIdsAreOpaqueText(String header) {
        Expect.refused(channel(), signedBy(TestKeys.PLATFORM, header), Refusal.UNKNOWN_KEY);
    }

    @Test
    void key03APublicKeyAloneStartsAndVerifiesWithoutAnyDownload() {
        Expect.accepted(channel(publicKey()), aSignedNotification().deliver());
    }

    @Test
    void key09OverlappingCertificatesPassUntilEachExpires() {
        Instant oldEnds = NOW.plus(Duration.ofDays(3));
        Channel overlapping = channel(
                certificate(TestKeys.PLATFORM, "01", NOW.minus(YEAR), oldEnds),
                certificate(TestKeys.OTHER, "02", NOW.minus(Duration.ofDays(1)), NOW.plus(YEAR)));
        for (Instant at : new Instant[] {NOW, oldEnds}) {
            Expect.accepted(overlapping, at(at, TestKeys.PLATFORM, "01"));
            Expect.accepted(overlapping, at(at, TestKeys.OTHER, "02"));
        }
        Expect.refused(overlapping, at(oldEnds.plusSeconds(1), TestKeys.PLATFORM, "01"), Refusal.UNKNOWN_KEY);
        Expect.accepted(overlapping, at(oldEnds.plusSeconds(1), TestKeys.OTHER, "02"));
        Expect.refused(overlapping, at(NOW.minus(Duration.ofDays(2)), TestKeys.OTHER, "02"), Refusal.UNKNOWN_KEY);
    }

    private static Delivery at(Instant instant, KeyPair pair, String serial) {
        return aSignedNotification()
                .signedBy(pair, serial)
                .signedAt(instant)
                .receivedAt(instant)
                .deliver();
    }
}
