package dev.payonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.payonce.simulator.wechat.WeChatPayV3;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Receivers behind TLS: the certificate must be one that the Java platform trusts, and of the host that is asked for. */
@Timeout(60)
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class StormTlsTest {
    private static final String TRUST_STORE = "javax.net.ssl.trustStore";
    private static final String TRUST_STORE_PASSWORD = "javax.net.ssl.trustStorePassword";
    private static final String PASSWORD = "changeit";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final StormSettings settings = StormSettings.defaults().withRetries(1, 100_000);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeEach
    @AfterEach
    void trustWhatJavaTrusts() {
        System.clearProperty(TRUST_STORE);
        System.clearProperty(TRUST_STORE_PASSWORD);
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void receiverWhoseCertificateIsTrustedIsSpokenToInEveryManner() throws Exception {
        Path keys = keys("ip:127.0.0.1");
        trust(keys);
        HttpsServer receiver = receiver(keys);
        try {
            StormResult prompt = new Storm(settings).run(List.of(genuine(receiver, 3)));
            StormResult slow =
                    new Storm(settings.withWeather(new Weather(0, true, 100, 0))).run(List.of(genuine(receiver, 1)));
            StormResult cut =
                    new Storm(settings.withWeather(new Weather(0, true, 0, 100))).run(List.of(genuine(receiver, 1)));

            assertThat(prompt.journal()).hasSize(3).allMatch(Attempt::acknowledged);
            assertThat(slow.journal()).hasSize(1).allMatch(Attempt::acknowledged);
            assertThat(cut.journal()).extracting(Attempt::acknowledged).containsExactly(false, true);
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void strangersCertificateAndAnotherHostsAreNoAnswer() throws Exception {
        HttpsServer stranger = receiver(keys("ip:127.0.0.1"));
        try {
            StormResult result = new Storm(settings).run(List.of(genuine(stranger, 1)));
            assertThat(result.journal())
                    .hasSize(2)
                    .allSatisfy(attempt -> assertThat(attempt.fault())
                            .startsWith("javax.net.ssl.SSLHandshakeException:")
                            .contains("certification path"));
        } finally {
            stranger.stop(0);
        }
        Path keys = keys("dns:pay.example.com");
        trust(keys);
        HttpsServer other = receiver(keys);
        try {
            StormResult result = new Storm(settings).run(List.of(genuine(other, 1)));
            assertThat(result.journal())
                    .hasSize(2)
                    .allSatisfy(attempt -> assertThat(attempt.fault())
                            .startsWith("javax.net.ssl.SSLHandshakeException:")
                            .contains("No subject alternative names"));
        } finally {
            other.stop(0);
        }
    }

    /** A key and its own certificate, made by the JDK's keytool. */
    private Path keys(String host) throws Exception {
        Path store = folder.resolve(host.replace(':', '-') + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "receiver",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=receiver",
                        "-ext",
                        "san=" + host,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue())
                .describedAs(Files.readString(folder.resolve("keytool.log")))
                .isZero();
        return store;
    }

    private void trust(Path keys) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("receiver", load(keys).getCertificate("receiver"));
        Path file = folder.resolve("trusted.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        System.setProperty(TRUST_STORE, file.toString());
        System.setProperty(TRUST_STORE_PASSWORD, PASSWORD);
    }

    private static KeyStore load(Path keys) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private HttpsServer receiver(Path keys) throws Exception {
        KeyStore store = load(keys);
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(204, -1);
            }
        });
        server.start();
        return server;
    }

    private static Mailing genuine(HttpsServer receiver, int copies) {
        SimulatedPayment payment =
                new SimulatedPayment("42001", "P1", 9900, "CNY", Instant.parse("2026-12-01T09:59:58Z"));
        return Mailing.genuine(
                URI.create("https://127.0.0.1:" + receiver.getAddress().getPort() + "/notify"),
                WeChatPayV3.generate("1900000109", "wx8888888888888888").notification(payment),
                copies);
    }
}
