package dev.payonce.channel.paypal;

import static dev.payonce.channel.paypal.PayPalWorld.ACCOUNT;
import static dev.payonce.channel.paypal.PayPalWorld.NOW;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.AskingChannel;
import dev.payonce.Delivery;
import dev.payonce.PlatformUnavailableException;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.RefusedException;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.paypal.CertificateAuthority;
import dev.payonce.simulator.paypal.PayPal;
import dev.payonce.simulator.paypal.PayPalApi.Canned;
import dev.payonce.simulator.paypal.PayPalApi.Condition;
import java.net.URI;
import java.security.cert.CertificateException;
import java.security.cert.TrustAnchor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayPalCertificateTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final CertificateAuthority AUTHORITY = CertificateAuthority.generate("Root", NOW);
    private static final SigningKey KEY = SigningKey.generate("leaf");
    private static final String SIGNER = "messageverificationcerts.paypal.com";
    private static final Set<String> HOSTS = Set.of("api.paypal.com", "127.0.0.1:8080");
    private static final String PATH = PayPal.CERTIFICATES + "CERT-simulated";

    private final PayPalWorld world = new PayPalWorld();
    private final AskingChannel channel = world.channel();
    private final CertificateChain chain =
            new CertificateChain(Set.of(new TrustAnchor(PayPalWorld.certificate(AUTHORITY.certificatePem()), null)));

    @AfterEach
    void close() {
        world.close();
    }

    private Delivery signed() {
        return world.aSignedDelivery().deliver();
    }

    private Delivery signed(String certificateUrl) {
        return world.aSignedDelivery().header("PAYPAL-CERT-URL", certificateUrl).deliver();
    }

    private void unavailable(Delivery delivery) {
        assertThatThrownBy(() -> channel.decode(delivery)).isInstanceOf(PlatformUnavailableException.class);
    }

    private void served(int status, Map<String, String> headers, String body) {
        world.api.answers(PATH, new Canned(status, headers, body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://api.paypal.com/v1/notifications/certs/CERT-1",
                "ftp://api.paypal.com/v1/notifications/certs/CERT-1",
                "file:///etc/passwd",
                "https://api.paypal.com.example.org/v1/notifications/certs/CERT-1",
                "https://evilapi.paypal.com/v1/notifications/certs/CERT-1",
                "https://example.org/api.paypal.com/CERT-1",
                "https://api.paypal.com@example.org/v1/CERT-1",
                "https://user@api.paypal.com/v1/CERT-1",
                "https://api.paypal.com:8443/v1/CERT-1",
                "https://api.paypal.com:/v1/CERT-1",
                "https://api.paypal.com./v1/CERT-1",
                "https://API.PAYPAL.COM/v1/CERT-1",
                "HTTPS://api.paypal.com/v1/CERT-1",
                "https://api.paypal.com\\@example.org/v1/CERT-1",
                "https://api.paypal.com/v1/../CERT-1",
                "https://api.paypal.com//example.org/CERT-1",
                "https://api.paypal.com/v1/CERT-1?next=https://example.org",
                "https://api.paypal.com/v1/CERT-1#x",
                "https://api.paypal.com/v1/%2e%2e/CERT-1",
                "https://api.paypal.com",
                "https://api.paypal.com/",
                "https:/api.paypal.com/v1/CERT-1",
                "//api.paypal.com/v1/CERT-1",
                "http://127.0.0.1/v1/CERT-1",
                "http://127.0.0.1:8081/v1/CERT-1",
                "http://169.254.169.254/latest/meta-data",
                "https://[::1]/v1/CERT-1",
                "javascript:alert(1)"
            })
    void anAddressOffTheListIsRefusedWithoutARequest(String url) {
        assertThatThrownBy(() -> CertificateUrl.allowed(url, HOSTS)).isInstanceOf(RefusedException.class);
        Expect.refused(channel, signed(url), Refusal.UNKNOWN_KEY);
        assertThat(world.certificateDownloads()).isZero();
    }

    @Test
    void anAddressOfTheListHasOneSpelling() throws Exception {
        URI address = URI.create("https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77");
        assertThat(CertificateUrl.allowed(address.toString(), HOSTS)).isEqualTo(address);
        assertThat(CertificateUrl.allowed(address.toString().replace(".com/", ".com:443/"), HOSTS))
                .isEqualTo(address);
        assertThat(CertificateUrl.allowed("http://127.0.0.1:8080/v1/CERT-1", HOSTS))
                .isEqualTo(URI.create("http://127.0.0.1:8080/v1/CERT-1"));
    }

    @Test
    void aCertificateIsLoadedOnce() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = IntStream.range(0, 40)
                    .<Future<?>>mapToObj(i -> pool.submit(() -> Expect.accepted(channel, signed())))
                    .toList();
            for (Future<?> one : all) {
                assertThat(one.get()).isNull();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(world.certificateDownloads()).isEqualTo(1);
        world.api.become(Condition.DOWN);
        Expect.accepted(channel, signed());
    }

    @Test
    void aCertificateThatCannotBeLoadedNowIsRetry() {
        world.api.become(Condition.DOWN);
        unavailable(signed());
        world.api.become(Condition.WELL);
        served(302, Map.of("Location", world.api.url() + PayPal.CERTIFICATES + "CERT-other"), "");
        unavailable(signed());
        served(200, Map.of(), "x".repeat(65 * 1024));
        unavailable(signed());
        assertThat(world.api.count("GET " + PayPal.CERTIFICATES + "CERT-other")).isZero();
    }

    @Test
    void aServerThatSaysNothingIsWaitedForTwoSecondsAtMost() {
        world.api.become(Condition.SILENT);
        long start = System.nanoTime();
        unavailable(signed());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void whatIsNoCertificateOfPayPalsIsRefusedAndNotKept() {
        for (String text : new String[] {"", "not a certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n"}) {
            served(200, Map.of(), text);
            Expect.refused(channel, signed(), Refusal.UNKNOWN_KEY);
        }
        String foreign = AUTHORITY.issue(SIGNER, ACCOUNT.key(), NOW.minus(DAY), NOW.plus(DAY));
        served(200, Map.of(), foreign);
        Expect.refused(channel, signed(), Refusal.UNKNOWN_KEY, "certificate does not lead to a trusted authority");
        served(404, Map.of(), "");
        Expect.refused(channel, signed(), Refusal.UNKNOWN_KEY);
        served(200, Map.of(), ACCOUNT.certificatePem());
        Expect.accepted(channel, signed());
    }

    @Test
    void downloadsAreBoundedByTheMinuteAndKnownCertificatesGoOn() {
        Expect.accepted(channel, signed());
        for (int i = 1; i < Certificates.MAX_PER_MINUTE; i++) {
            if (i >= Certificates.MAX_PER_MINUTE - Certificates.RESERVED) {
                unavailable(signed(invented(i)));
            }
            Expect.refused(channel, signed(invented(i)), Refusal.UNKNOWN_KEY);
        }
        String next = invented(0);
        world.api.answers(PayPal.CERTIFICATES + "CERT-0", new Canned(200, Map.of(), ACCOUNT.certificatePem()));
        unavailable(signed(next));
        unavailable(signed(next));
        assertThat(world.certificateDownloads()).isEqualTo(Certificates.MAX_PER_MINUTE);
        Expect.accepted(channel, signed());
        Expect.accepted(
                channel,
                world.aSignedDelivery()
                        .header("PAYPAL-CERT-URL", next)
                        .receivedAt(NOW.plusSeconds(60))
                        .deliver());
    }

    @Test
    void inventedAddressesCannotKeepPayPalsOwnFromBeingLoaded() {
        int first = Certificates.MAX_PER_MINUTE - Certificates.RESERVED;
        for (int i = 1; i <= first; i++) {
            Expect.refused(channel, signed(invented(i)), Refusal.UNKNOWN_KEY);
        }
        for (int i = first + 1; i < 100; i++) {
            unavailable(signed(invented(i)));
        }
        assertThat(world.certificateDownloads()).isEqualTo(first);
        unavailable(signed());
        Expect.accepted(channel, signed());
    }

    private String invented(int number) {
        return world.api.url() + PayPal.CERTIFICATES + "CERT-" + number;
    }

    @Test
    void key09TheValidityAtTheReceiptCounts() {
        Expect.accepted(channel, signed());
        Instant late = NOW.plus(Duration.ofDays(366));
        Expect.refused(channel, world.aSignedDelivery().receivedAt(late).deliver(), Refusal.UNKNOWN_KEY);
        Expect.refused(
                channel,
                world.aSignedDelivery()
                        .receivedAt(NOW.minus(Duration.ofDays(31)))
                        .deliver(),
                Refusal.UNKNOWN_KEY);
        Expect.accepted(channel, signed());
    }

    @ParameterizedTest
    @ValueSource(strings = {SIGNER, "messageverificationcerts.sandbox.paypal.com"})
    void theSignersNameIsPayPals(String name) throws Exception {
        String pem = AUTHORITY.issue(name, KEY, NOW.minus(DAY), NOW.plus(DAY));
        assertThat(chain.verify(pem.getBytes(US_ASCII), NOW).key()).isEqualTo(KEY.publicKey());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "www.paypal.com",
                "messageverificationcerts.paypal.com.example.org",
                "messageverificationcerts.example.org",
                "x.messageverificationcerts.paypal.com",
                "messageverificationcerts.paypalxcom",
                "messageverificationcerts@example.org/.paypal.com",
                "x,CN=messageverificationcerts.paypal.com",
                "x\\,CN=messageverificationcerts.paypal.com",
                "x+CN=messageverificationcerts.paypal.com",
                " messageverificationcerts.paypal.com",
                ""
            })
    void anotherNameUnderATrustedAuthorityIsRefused(String name) {
        String pem = AUTHORITY.issue(name, KEY, NOW.minus(DAY), NOW.plus(DAY));
        assertThatThrownBy(() -> chain.verify(pem.getBytes(US_ASCII), NOW))
                .isInstanceOf(CertificateException.class)
                .hasMessage("certificate is not issued to PayPal's signer of messages");
    }

    @Test
    void aChainThatDoesNotHoldIsRefused() {
        CertificateAuthority namesake = new CertificateAuthority(
                AUTHORITY.name(), SigningKey.generate("namesake"), AUTHORITY.notBefore(), AUTHORITY.notAfter());
        refused(namesake.issue(SIGNER, KEY, NOW.minus(DAY), NOW.plus(DAY)));
        refused(AUTHORITY.issue(SIGNER, KEY, NOW.minus(DAY), NOW.minusSeconds(1)));
        refused(AUTHORITY.issue(SIGNER, KEY, NOW.plusSeconds(1), NOW.plus(DAY)));
        refused(AUTHORITY.certificatePem());
        // A leaf is no authority, though it was issued by one.
        CertificateAuthority leaf = new CertificateAuthority(SIGNER, KEY, NOW.minus(DAY), NOW.plus(DAY));
        refused(leaf.issue(SIGNER, SigningKey.stranger(), NOW.minus(DAY), NOW.plus(DAY))
                + AUTHORITY.issue(SIGNER, KEY, NOW.minus(DAY), NOW.plus(DAY)));
        String good = AUTHORITY.issue(SIGNER, KEY, NOW.minus(DAY), NOW.plus(DAY));
        refused(good.repeat(7));
        assertThatThrownBy(() -> new CertificateChain(Set.of()).verify(good.getBytes(US_ASCII), NOW))
                .isInstanceOf(CertificateException.class);
    }

    private void refused(String pem) {
        assertThatThrownBy(() -> chain.verify(pem.getBytes(US_ASCII), NOW)).isInstanceOf(CertificateException.class);
    }

    @Test
    void thePlatformsAuthoritiesAreThere() {
        assertThat(CertificateChain.platformAnchors()).hasSizeGreaterThan(10);
    }
}
