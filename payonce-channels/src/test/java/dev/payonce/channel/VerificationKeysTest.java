package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.payonce.channel.ChannelProperties.KeyEntry;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerificationKeysTest {
    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final String PEM = TestKeys.pem(TestKeys.PLATFORM);

    private static VerificationKeys load(KeyEntry... entries) {
        return VerificationKeys.load(new ChannelProperties("wx", Map.of(), List.of(entries)), NOW);
    }

    private static void refused(String message, KeyEntry... entries) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load(entries))
                .withMessageStartingWith("payonce.channels.wx.verification-keys" + message);
    }

    private static void refusedPem(String problem, String pem) {
        refused("[0].pem " + problem, new KeyEntry(null, pem));
    }

    @Test
    void aPublicKeyIsReadInEveryFormThatPlatformsHandOut() {
        String bare = TestKeys.base64(TestKeys.PLATFORM.getPublic());
        for (String text : List.of(
                PEM,
                PEM.replace("\n", "\r\n"),
                "\n  " + PEM + "\n\n",
                "comment\n" + PEM,
                bare,
                bare.replaceAll("(.{64})", "$1\n") + "\n")) {
            assertThat(load(new KeyEntry(null, text)).all())
                    .containsExactly(
                            new VerificationKey(null, TestKeys.PLATFORM.getPublic(), Instant.MIN, Instant.MAX));
        }
    }

    @Test
    void aCertificateBringsSerialKeyAndValidity() {
        String certificate = TestKeys.certificate(TestKeys.OTHER, "00a1B2", NOW.minus(DAY), NOW.plus(DAY));
        VerificationKey expected =
                new VerificationKey("A1B2", TestKeys.OTHER.getPublic(), NOW.minus(DAY), NOW.plus(DAY));
        assertThat(load(new KeyEntry(null, certificate)).all()).containsExactly(expected);
        assertThat(load(new KeyEntry("0A1b2", certificate)).byId("a1b2")).isEqualTo(expected);
        refused("[0].pem is a certificate with another serial", new KeyEntry("A1B3", certificate));
    }

    @Test
    void aCertificateMayBeFollowedByItsIssuersAndNotByAnother() {
        String leaf = TestKeys.certificate(TestKeys.PLATFORM, TestKeys.OTHER, "0B", NOW.minus(DAY), NOW.plus(DAY));
        String issuer = TestKeys.certificate(TestKeys.OTHER, "0A", NOW.minus(DAY), NOW.plus(DAY));
        assertThat(load(new KeyEntry(null, leaf + issuer)).all())
                .containsExactly(
                        new VerificationKey("B", TestKeys.PLATFORM.getPublic(), NOW.minus(DAY), NOW.plus(DAY)));
        refusedPem("must hold one key or certificate", issuer + leaf);
        refusedPem("must hold one key or certificate", PEM + issuer);
        refusedPem("must be a PEM PUBLIC KEY or CERTIFICATE", PEM.replace("PUBLIC KEY", "X") + issuer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not a key",
                "AAAA",
                "-----BEGIN PUBLIC KEY-----",
                "-----BEGIN ",
                "-----BEGIN PUBLIC KEY----------END PUBLIC KEY-----",
                "é"
            })
    void whatIsNoKeyIsRefusedWithoutShowingIt(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load(new KeyEntry("id", text)))
                .withMessageStartingWith("payonce.channels.wx.verification-keys[0].pem ")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(text));
    }

    @Test
    void aPrivateKeyIsRefusedByName() {
        refusedPem(
                "must be a public key or a certificate, not a private key",
                TestKeys.pem("PRIVATE KEY", TestKeys.PLATFORM.getPrivate().getEncoded()));
        refusedPem(
                "must be a public key or a certificate, not a private key",
                TestKeys.base64(TestKeys.PLATFORM.getPrivate()));
    }

    @Test
    void aWeakOrOtherKindOfKeyIsRefused() {
        KeyPair weak = TestKeys.rsa(1024);
        KeyPair elliptic = TestKeys.pair("EC", 256);
        refusedPem("must be an RSA key of at least 2048 bits", TestKeys.pem(weak));
        refusedPem("must hold an RSA public key", TestKeys.pem(elliptic));
        refusedPem(
                "must be an RSA key of at least 2048 bits",
                TestKeys.certificate(elliptic, TestKeys.OTHER, "01", NOW.minus(DAY), NOW.plus(DAY)));
        refusedPem(
                "must be an RSA key of at least 2048 bits",
                TestKeys.certificate(weak, TestKeys.OTHER, "01", NOW.minus(DAY), NOW.plus(DAY)));
    }

    @Test
    void otherPemFormsAreRefused() {
        refusedPem("must hold one key or certificate", PEM + PEM);
        refusedPem("must be a PEM PUBLIC KEY or CERTIFICATE", PEM.replace("PUBLIC KEY", "RSA PUBLIC KEY"));
        refusedPem("must hold an X.509 certificate", PEM.replace("PUBLIC KEY", "CERTIFICATE"));
        refusedPem("must hold an RSA public key", certificateAsKey());
        refusedPem("must not be blank", " ");
    }

    private static String certificateAsKey() {
        return TestKeys.certificate(TestKeys.OTHER, "01", NOW.minus(DAY), NOW.plus(DAY))
                .replace("CERTIFICATE", "PUBLIC KEY");
    }

    @Test
    void idsAreNotBlankAndUniqueAsTheyAreCompared() {
        refused("[0].id must not be blank", new KeyEntry("", PEM));
        refused("[0].id must not be blank", new KeyEntry(" id", PEM));
        refused("[1].id is the id of an earlier entry", new KeyEntry("0a", PEM), new KeyEntry("A", PEM));
        assertThat(load(new KeyEntry("PUB_KEY_ID_a", PEM), new KeyEntry("PUB_KEY_ID_A", PEM))
                        .all())
                .hasSize(2);
    }

    @Test
    void theNumberOfKeysIsBounded() {
        List<KeyEntry> many = new ArrayList<>(Collections.nCopies(21, new KeyEntry(null, PEM)));
        refused(" must have at most 20 entries", many.toArray(new KeyEntry[0]));
        assertThat(load(many.subList(0, 20).toArray(new KeyEntry[0])).all()).hasSize(20);
    }

    @Test
    void key09AnExpiredCertificateIsKeptBesideAValidOneAndAloneDoesNotStart() {
        KeyEntry expired =
                new KeyEntry(null, TestKeys.certificate(TestKeys.OTHER, "AB", NOW.minus(DAY), NOW.minusSeconds(1)));
        KeyEntry future =
                new KeyEntry(null, TestKeys.certificate(TestKeys.OTHER, "AC", NOW.plusSeconds(1), NOW.plus(DAY)));
        assertThat(load(expired, future, new KeyEntry("id", PEM)).all()).hasSize(3);
        refused(" holds no key that is valid now: the certificate AB is valid from", expired);
        refused(" holds no key that is valid now", future, expired);
    }

    @Test
    void validityIncludesBothEnds() {
        VerificationKey key = new VerificationKey("1", TestKeys.OTHER.getPublic(), NOW, NOW.plus(DAY));
        assertThat(key.isValidAt(NOW)).isTrue();
        assertThat(key.isValidAt(NOW.plus(DAY))).isTrue();
        assertThat(key.isValidAt(NOW.minusSeconds(1))).isFalse();
        assertThat(key.isValidAt(NOW.plus(DAY).plusSeconds(1))).isFalse();
    }

    @Test
    void key02OnlyHexIsNormalised() {
        assertThat(VerificationKey.normalise("000aBc9")).isEqualTo("ABC9");
        assertThat(VerificationKey.normalise("0")).isEmpty();
        assertThat(VerificationKey.normalise("00PUB_key")).isEqualTo("00PUB_key");
        assertThat(load(new KeyEntry("PUB_KEY_ID_1", PEM)).byId("PUB_KEY_ID_1")).isNotNull();
        assertThat(load(new KeyEntry("PUB_KEY_ID_1", PEM)).byId("PUB_KEY_ID_01"))
                .isNull();
    }
}
