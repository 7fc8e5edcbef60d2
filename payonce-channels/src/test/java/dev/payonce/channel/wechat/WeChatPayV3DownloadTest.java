package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.API_V3_KEY;
import static dev.payonce.channel.wechat.WeChatNotification.APP_ID;
import static dev.payonce.channel.wechat.WeChatNotification.MERCHANT_ID;
import static dev.payonce.channel.wechat.WeChatNotification.NOW;
import static dev.payonce.channel.wechat.WeChatNotification.aSignedNotification;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import com.wechat.pay.java.core.auth.WechatPay2Credential;
import com.wechat.pay.java.core.cipher.RSASigner;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.Expect;
import dev.payonce.channel.TestKeys;
import java.net.URI;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WeChatPayV3DownloadTest {
    private static final Duration YEAR = Duration.ofDays(365);
    private static final String SERIAL = "0B";

    private CertificatesApi api = newApi();

    private static CertificatesApi newApi() {
        try {
            return new CertificatesApi();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @BeforeEach
    void oneCertificate() {
        api.certificates.put(SERIAL, certificate(TestKeys.OTHER, SERIAL));
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private static String certificate(KeyPair pair, String serial) {
        return TestKeys.certificate(pair, serial, NOW.minus(YEAR), NOW.plus(YEAR));
    }

    private Map<String, List<String>> settings() {
        Map<String, List<String>> settings = new LinkedHashMap<>();
        settings.put("merchant-id", List.of(MERCHANT_ID));
        settings.put("app-id", List.of(APP_ID));
        settings.put("api-v3-key", List.of(API_V3_KEY));
        settings.put("download-certificates", List.of("true"));
        settings.put("merchant-serial", List.of(CertificatesApi.MERCHANT_SERIAL));
        settings.put(
                "merchant-private-key",
                List.of(TestKeys.pem(
                                "PRIVATE KEY",
                                CertificatesApi.MERCHANT.getPrivate().getEncoded())
                        .strip()));
        settings.put("api-base-url", List.of(api.url()));
        return settings;
    }

    private WeChatPayV3Channel channel() {
        return (WeChatPayV3Channel)
                new WeChatPayV3Type().create(new ChannelProperties("wx", settings(), List.of()), NOW);
    }

    private static Delivery signedBy(KeyPair pair, String serial, Instant at) {
        return aSignedNotification()
                .signedBy(pair, serial)
                .signedAt(at)
                .receivedAt(at)
                .deliver();
    }

    private static Delivery delivery() {
        return signedBy(TestKeys.OTHER, SERIAL, NOW);
    }

    private static void awaitKeys(WeChatPayV3Channel channel) {
        await().until(() -> channel.keys(NOW).verifies());
    }

    /** A request before this one's time would be under way, or would put it off. */
    private static void awaitKeysAfter(WeChatPayV3Channel channel, Instant due) {
        await().until(() -> {
            channel.refresh(due);
            return channel.keys(NOW).verifies();
        });
    }

    private static void awaitFailure(WeChatPayV3Channel channel, String text) {
        await().untilAsserted(() ->
                assertThat(channel.keys(NOW).problem()).isNotNull().contains(text));
    }

    private static void awaitProblem(WeChatPayV3Channel channel, String text) {
        awaitFailure(channel, text);
        Expect.refused(channel, delivery(), Refusal.UNKNOWN_KEY);
    }

    @Test
    void aCallbackIsRefusedUntilItsCertificateIsThere() {
        WeChatPayV3Channel channel = channel();
        Expect.refused(channel, delivery(), Refusal.UNKNOWN_KEY, "no key of serial=0B");
        assertThat(channel.keys(NOW).verifies()).isFalse();
        assertThat(api.requests).isEmpty();
        channel.refresh(NOW);
        awaitKeys(channel);
        Expect.accepted(channel, delivery());
        assertThat(channel.keys(NOW).soonestExpiry()).isEqualTo(NOW.plus(YEAR));
        assertThat(channel.keys(NOW).problem()).isNull();
        Expect.refused(channel, signedBy(TestKeys.PLATFORM, SERIAL, NOW), Refusal.BAD_SIGNATURE);
    }

    @Test
    void key03AFailedDownloadNeitherStopsTheStartNorIsForgotten() {
        api.status = 404;
        WeChatPayV3Channel channel = channel();
        channel.refresh(NOW);
        awaitProblem(channel, "status=404");
        api.status = 200;
        channel.refresh(NOW.plusSeconds(59));
        awaitKeysAfter(channel, NOW.plusSeconds(60));
        assertThat(api.requests).containsExactly(NOW, NOW.plusSeconds(60));
        assertThat(channel.keys(NOW).problem()).isNull();
        Expect.accepted(channel, delivery());
    }

    @Test
    void pausesDoubleWhileItFails() {
        WeChatPayV3Channel channel = channel();
        List<Instant> due = new ArrayList<>();
        Instant now = NOW;
        for (int minutes : new int[] {0, 1, 2, 4, 8, 16, 32, 60, 60}) {
            now = now.plus(Duration.ofMinutes(minutes));
            if (!due.isEmpty()) {
                channel.refresh(now.minusSeconds(1));
            }
            due.add(now);
            api.status = 500 + due.size();
            awaitRequest(channel, now);
            awaitFailure(channel, "status=" + api.status);
        }
        assertThat(api.requests).isEqualTo(due);
    }

    /** Also one that another, which came too soon, puts off until the next. */
    private void awaitRequest(WeChatPayV3Channel channel, Instant due) {
        int before = api.requests.size();
        await().until(() -> {
            channel.refresh(due);
            return api.requests.size() > before;
        });
    }

    @Test
    void whatIsHeldStaysWhenTheNextDownloadFails() {
        WeChatPayV3Channel channel = channel();
        channel.refresh(NOW);
        awaitKeys(channel);
        api.status = 500;
        awaitRequest(channel, NOW.plus(CertificateDownload.EVERY));
        awaitFailure(channel, "status=500");
        Expect.accepted(channel, delivery());
    }

    @Test
    void nobodyAnswersAtAll() {
        api.close();
        WeChatPayV3Channel channel = channel();
        channel.refresh(NOW);
        awaitProblem(channel, "no answer");
    }

    @Test
    void anAnswerThatIsNotThePlatformsIsNotTaken() {
        refuses(a -> a.signer = TestKeys.PLATFORM, "signature does not match");
        refuses(a -> a.signingSerial = "0C", "no key of serial=0C");
        refuses(a -> a.signedAt = NOW.minusSeconds(301), "timestamp is off");
        refuses(a -> a.apiV3Key = API_V3_KEY.toLowerCase(java.util.Locale.ROOT), "cannot be decrypted");
        refuses(a -> a.certificates.clear(), "no certificate");
        refuses(a -> a.certificates.put("0D", certificate(TestKeys.OTHER, "0E")), "another serial");
        refuses(a -> a.certificates.put("0D", TestKeys.pem(TestKeys.OTHER)), "must be PEM CERTIFICATE");
        refuses(a -> a.padding = " ".repeat(256 * 1024), "no answer");
        refuses(a -> a.status = 302, "status=302");
    }

    private void refuses(Consumer<CertificatesApi> change, String problem) {
        api.close();
        api = newApi();
        oneCertificate();
        change.accept(api);
        WeChatPayV3Channel channel = channel();
        channel.refresh(NOW);
        awaitProblem(channel, problem);
        assertThat(channel.keys(NOW).verifies()).isFalse();
    }

    @Test
    void aKnownCertificateSignsForTheNextOnes() {
        WeChatPayV3Channel channel = channel();
        channel.refresh(NOW);
        awaitKeys(channel);
        Instant later = NOW.plus(CertificateDownload.EVERY);
        api.certificates.put("0C", certificate(TestKeys.PLATFORM, "0C"));
        api.signedAt = later;
        channel.refresh(later.minusSeconds(1));
        awaitRequest(channel, later);
        await().untilAsserted(() -> Expect.accepted(channel, signedBy(TestKeys.PLATFORM, "0C", later)));
        assertThat(api.requests).containsExactly(NOW, later);
        Expect.accepted(channel, signedBy(TestKeys.OTHER, SERIAL, later));
    }

    @Test
    void key09UnknownSerialsAskOnceInAnInterval() {
        WeChatPayV3Channel channel = channel();
        channel.refresh(NOW);
        awaitKeys(channel);
        Instant soon = NOW.plus(CertificateDownload.WANTED);
        for (int i = 0; i < 50; i++) {
            Expect.refused(channel, signedBy(TestKeys.PLATFORM, "0C", NOW), Refusal.UNKNOWN_KEY);
            channel.refresh(soon.minusSeconds(1));
        }
        api.certificates.put("0C", certificate(TestKeys.PLATFORM, "0C"));
        api.signedAt = soon;
        awaitRequest(channel, soon);
        await().untilAsserted(() -> Expect.accepted(channel, signedBy(TestKeys.PLATFORM, "0C", soon)));
        // Nobody has asked for one since.
        channel.refresh(soon.plus(CertificateDownload.WANTED));
        Instant next = soon.plus(CertificateDownload.EVERY);
        awaitRequest(channel, next);
        assertThat(api.requests).containsExactly(NOW, soon, next);
    }

    @Test
    void aChannelOfNewFilesKeepsWhatWasDownloaded() {
        WeChatPayV3Channel before = channel();
        before.refresh(NOW);
        awaitKeys(before);
        assertThat(api.requests).hasSize(1);
        WeChatPayV3Channel after = channel();
        after.succeed(before);
        Expect.accepted(after, delivery());
    }

    @Test
    void theRequestIsSignedAsTheOfficialSdkSignsIt() {
        MerchantCredential ours = new MerchantCredential(
                MERCHANT_ID, CertificatesApi.MERCHANT_SERIAL, CertificatesApi.MERCHANT.getPrivate());
        RSASigner signer = new RSASigner(CertificatesApi.MERCHANT_SERIAL, CertificatesApi.MERCHANT.getPrivate());
        String header = ours.authorization(CertificateDownload.PATH, "abc", NOW);
        String text = "GET\n/v3/certificates\n" + NOW.getEpochSecond() + "\nabc\n\n";
        assertThat(header).endsWith("\",signature=\"" + signer.sign(text).getSign() + "\"");
        assertThat(CertificatesApi.isMerchants(header)).isTrue();
        String theirs = new WechatPay2Credential(MERCHANT_ID, signer)
                .getAuthorization(URI.create("https://api.mch.weixin.qq.com/v3/certificates"), "GET", "");
        assertThat(CertificatesApi.isMerchants(theirs)).isTrue();
        assertThat(header.replaceAll("=\"[^\"]*\"", "")).isEqualTo(theirs.replaceAll("=\"[^\"]*\"", ""));
        assertThat(CertificatesApi.isMerchants(header.replace("abc", "abd"))).isFalse();
    }

    @Test
    void whatTheDownloadNeedsIsCheckedAtTheStart() {
        assertRefused("merchant-serial", "nothex!", "must be the hex serial");
        assertRefused(
                "merchant-private-key", TestKeys.pem(TestKeys.OTHER).strip(), "must be the merchant's private key");
        assertRefused(
                "merchant-private-key", TestKeys.pem("PRIVATE KEY", new byte[9]).strip(), "must hold an RSA");
        assertRefused("api-base-url", "http://example.com", "must be https://host");
        assertRefused("download-certificates", "yes", "must be true or false");
    }

    private void assertRefused(String property, String value, String problem) {
        Map<String, List<String>> settings = settings();
        settings.put(property, List.of(value));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WeChatPayV3Type().create(new ChannelProperties("wx", settings, List.of()), NOW))
                .withMessageStartingWith("payonce.channels.wx." + property + " " + problem);
    }
}
