package dev.payonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Channels;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.channel.types.ChannelTypes;
import dev.payonce.simulator.SigningKey;
import dev.payonce.spring.SignedCallbacks.Signed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.DefaultResourceLoader;

@ExtendWith(OutputCaptureExtension.class)
class KeyFilesTest {
    private static final String OTHER = SigningKey.generate("other").publicKeyPem();
    private static final String PEM = "payonce.channels.wx.verification-keys[0].pem";

    @TempDir
    private Path folder;

    private Path file = Path.of("key.pem");
    private Instant now = Instant.now();

    @BeforeEach
    void aFileWithAnotherKey() throws IOException {
        file = Files.writeString(folder.resolve("key.pem"), OTHER);
    }

    private Channel channel(String name, Map<String, String> changes) {
        Map<String, Object> settings = new LinkedHashMap<>(SignedCallbacks.settings());
        settings.putAll(changes);
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        return new Channels(new ConfiguredChannels(
                                environment, new KeyText(new DefaultResourceLoader()), ChannelTypes.builtIn())
                        .create(now))
                .find(name)
                .orElseThrow();
    }

    private Channel weChat() {
        return channel("wx", Map.of(PEM, "file:" + file));
    }

    private void round(Channel channel) {
        new KeyRefresh(new Channels(List.of(channel)), Clock.fixed(now, ZoneOffset.UTC)).run();
    }

    private static boolean accepts(Channel channel) {
        Signed signed = SignedCallbacks.weChat("K1", "TK1", 100);
        Map<String, List<String>> headers = new LinkedHashMap<>();
        signed.headers().forEach((name, value) -> headers.put(name, List.of(value)));
        Delivery delivery = new Delivery("POST", "/notify/wx", headers, null, signed.body(), Instant.now());
        return channel.decode(delivery).get(0) instanceof Decoded.Payment;
    }

    private Health health(Channel channel) {
        Health health = new ChannelHealthIndicator(channel, Clock.fixed(now, ZoneOffset.UTC)).health();
        assertThat(health).isNotNull();
        return health;
    }

    @Test
    void aFileThatIsWrittenOverIsInUseAfterTwoRounds() throws IOException {
        Channel channel = weChat();
        round(channel);
        assertThat(accepts(channel)).isFalse();
        Files.writeString(file, SignedCallbacks.pem());
        round(channel);
        assertThat(accepts(channel)).isFalse();
        round(channel);
        assertThat(accepts(channel)).isTrue();
    }

    @Test
    void aContentOfTheSameLengthAndTimeIsNoticed() throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        Channel channel = weChat();
        assertThat(SignedCallbacks.pem().replace("\n", "")).hasSameSizeAs(OTHER.replace("\n", ""));
        Files.writeString(file, SignedCallbacks.pem());
        Files.setLastModifiedTime(file, time);
        round(channel);
        round(channel);
        assertThat(accepts(channel)).isTrue();
    }

    @Test
    void aRenamedFileIsNoticed() throws IOException {
        Channel channel = weChat();
        Path fresh = Files.writeString(folder.resolve("key.pem.new"), SignedCallbacks.pem());
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        round(channel);
        round(channel);
        assertThat(accepts(channel)).isTrue();
    }

    @Test
    void aSymbolicLinkOfAFolderThatIsExchangedIsNoticed() throws IOException {
        Path before = Files.createDirectory(folder.resolve("..2026_1"));
        Files.writeString(before.resolve("wx.pem"), OTHER);
        Path after = Files.createDirectory(folder.resolve("..2026_2"));
        Files.writeString(after.resolve("wx.pem"), SignedCallbacks.pem());
        Path data = Files.createSymbolicLink(folder.resolve("..data"), before.getFileName());
        Path link = Files.createSymbolicLink(folder.resolve("wx.pem"), Path.of("..data", "wx.pem"));
        Channel channel = channel("wx", Map.of(PEM, "file:" + link));
        Path fresh = Files.createSymbolicLink(folder.resolve("..data_tmp"), after.getFileName());
        Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        round(channel);
        round(channel);
        assertThat(accepts(channel)).isTrue();
    }

    @Test
    void whatCannotBeUsedLeavesTheOldKeysAndIsTriedAgain() throws IOException {
        Files.writeString(file, SignedCallbacks.pem());
        Channel channel = weChat();
        String whole = OTHER;
        for (String content : List.of("", "rubbish!", whole.substring(0, whole.length() / 2))) {
            Files.writeString(file, content);
            round(channel);
            round(channel);
            round(channel);
            assertThat(accepts(channel)).as(content).isTrue();
            assertNotUsable(channel);
        }
        Files.delete(file);
        round(channel);
        assertThat(accepts(channel)).isTrue();
        assertNotUsable(channel);
        Files.writeString(file, whole);
        round(channel);
        round(channel);
        assertThat(accepts(channel)).isFalse();
        assertThat(health(channel).getStatus().getCode()).isEqualTo("UP");
    }

    @Test
    void aFileThatCannotBeUsedIsToldOfOnceUntilItIsCorrected(CapturedOutput output) throws IOException {
        Channel channel = weChat();
        for (int times = 1; times <= 2; times++) {
            Files.writeString(file, "rubbish!");
            for (int i = 0; i < 5; i++) {
                round(channel);
            }
            assertThat(output.getOut().split("cannot be used", -1)).hasSize(times + 1);
            Files.writeString(file, OTHER);
            round(channel);
        }
    }

    private void assertNotUsable(Channel channel) {
        Health health = health(channel);
        assertThat(health.getStatus().getCode()).isEqualTo("DEGRADED");
        assertThat(health.getDetails())
                .containsEntry("state", ChannelHealthIndicator.State.KEY_FILES_NOT_USABLE)
                .hasEntrySatisfying(
                        "problem", text -> assertThat(text.toString()).startsWith(PEM + " "));
    }

    @Test
    void aContentThatIsStillBeingWrittenIsLeft() throws IOException {
        Instant end = now.plus(Duration.ofDays(365));
        String root = TestCertificates.pem(1, now.minusSeconds(60), end);
        String both = root + TestCertificates.pem(2, now.minusSeconds(60), end.plusSeconds(60));
        Files.writeString(file, both);
        Channel channel = channel(
                "up",
                Map.of(
                        "payonce.channels.up.type", "unionpay",
                        "payonce.channels.up.merchant-id", "777290058167151",
                        "payonce.channels.up.trusted-certificates", "file:" + file));
        Channel before = ((ConfiguredChannel) channel).current();
        // The first half of a bundle is a bundle, too.
        Files.writeString(file, root);
        round(channel);
        Files.writeString(file, both);
        round(channel);
        round(channel);
        assertThat(((ConfiguredChannel) channel).current()).isSameAs(before);
        Files.writeString(file, root);
        round(channel);
        assertThat(((ConfiguredChannel) channel).current()).isSameAs(before);
        round(channel);
        assertThat(((ConfiguredChannel) channel).current()).isNotSameAs(before);
    }

    @Test
    void aCertificateThatExpiresWhileRunningShowsInTheHealthAndTakesNothingDown() throws IOException {
        Instant end = Instant.ofEpochSecond(now.plus(Duration.ofDays(30)).getEpochSecond());
        Files.writeString(file, TestCertificates.pem(7, now.minusSeconds(60), end));
        Channel channel = channel("ali", Map.of("payonce.channels.ali.verification-keys[0].pem", "file:" + file));
        assertHealth(channel, "UP", "OK");
        assertThat(health(channel).getDetails())
                .containsEntry("name", "ali")
                .containsEntry("type", "alipay")
                .containsEntry("soonestExpiry", end.toString());
        now = end.minus(Duration.ofDays(13));
        assertHealth(channel, "UP", "KEY_EXPIRES_SOON");
        now = end.plusSeconds(1);
        assertHealth(channel, "DEGRADED", "NO_VALID_KEY");
        Files.writeString(file, TestCertificates.pem(8, now.minusSeconds(60), now.plus(Duration.ofDays(900))));
        round(channel);
        round(channel);
        assertHealth(channel, "UP", "OK");
    }

    @Test
    void anExpiredKeyBesideAValidOneIsTold() {
        Instant end = now.plus(Duration.ofDays(30));
        Channel channel = channel(
                "ali",
                Map.of(
                        "payonce.channels.ali.verification-keys[1].pem",
                        TestCertificates.pem(7, now.minusSeconds(60), end)));
        now = end.plusSeconds(1);
        assertHealth(channel, "DEGRADED", "KEY_EXPIRED");
    }

    private void assertHealth(Channel channel, String status, String state) {
        assertThat(health(channel).getStatus().getCode()).isEqualTo(status);
        assertThat(health(channel).getStatus().getDescription()).contains(" " + state);
        assertThat(health(channel).getDetails()).containsEntry("state", ChannelHealthIndicator.State.valueOf(state));
    }

    @Test
    void aChannelWhosePlatformIsAskedStaysOne() {
        Channel channel = channel(
                "pp",
                Map.of(
                        "payonce.channels.pp.type", "paypal",
                        "payonce.channels.pp.webhook-id", "8PT597110X687430LKGECATA",
                        "payonce.channels.pp.merchant-id", "7KNGBPH2U58GQ",
                        "payonce.channels.pp.client-id", "AeA1QIZXiflr1",
                        "payonce.channels.pp.client-secret", "s3cret"));
        assertThat(channel).isInstanceOf(dev.payonce.AskingChannel.class);
        assertHealth(channel, "UP", "OK");
    }
}
