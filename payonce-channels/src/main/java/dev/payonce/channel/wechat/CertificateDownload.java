package dev.payonce.channel.wechat;

import dev.payonce.Delivery;
import dev.payonce.PlatformUnavailableException;
import dev.payonce.channel.BoundedHttp;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.VerificationKey;
import dev.payonce.channel.wechat.WeChatSignature.Keys;
import java.net.URI;
import java.net.http.HttpRequest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The platform's certificates from {@code GET /v3/certificates}.
 *
 * <ol>
 *   <li>{@link #refresh} begins a request when one is due and none is running: {@link #EVERY} (WeChat shows a new certificate
 *       days before it signs with it), {@link #WANTED} after the last one when a callback named an unknown serial, and with
 *       doubling pauses after a failure.
 *   <li>The certificates are opened with the APIv3 key, which the platform shares with the merchant alone.
 *   <li>The answer's own signature must be by a key that is known, or else by one of those just opened: so does the SDK.
 *   <li>The whole list takes the place of the one before. After a failure, what is held stays.
 * </ol>
 *
 * <p>Nothing waits for it, least of all a start (case KEY-03). Thread-safe; {@link #refresh} belongs to one thread.
 */
final class CertificateDownload {
    static final String PATH = "/v3/certificates";
    static final Duration EVERY = Duration.ofHours(12);
    static final Duration WANTED = Duration.ofMinutes(5);
    static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    static final Duration LAST_PAUSE = Duration.ofHours(1);

    private static final Logger log = LoggerFactory.getLogger(CertificateDownload.class);
    private static final int MAX_BYTES = 256 * 1024;
    private static final int MAX_DOUBLINGS = 6;
    private static final int NONCE_BYTES = 16;

    private final String channel;
    private final URI uri;
    private final MerchantCredential credential;
    private final DownloadedCertificates reader;
    private final BoundedHttp http = new BoundedHttp();
    private final SecureRandom random = new SecureRandom();
    private final AtomicBoolean running = new AtomicBoolean();
    private final AtomicBoolean wanted = new AtomicBoolean();
    private volatile Held held = new Held(Map.of(), null, 0, null);

    /** @param problem why the last attempt failed */
    private record Held(
            Map<String, VerificationKey> keys,
            @Nullable Instant attempted,
            int failures,
            @Nullable String problem) {}

    CertificateDownload(
            String channel, String apiBaseUrl, MerchantCredential credential, DownloadedCertificates reader) {
        this.channel = channel;
        this.uri = URI.create(apiBaseUrl + PATH);
        this.credential = credential;
        this.reader = reader;
    }

    @Nullable
    VerificationKey byId(String serial) {
        return held.keys.get(VerificationKey.normalise(serial));
    }

    Collection<VerificationKey> all() {
        return held.keys.values();
    }

    @Nullable
    String problem() {
        return held.problem;
    }

    /** Asks for a download, which comes at most once in {@link #WANTED}: anybody can send an unknown serial. */
    void want() {
        wanted.set(true);
    }

    /** @param configured the keys that are known without a download, by serial */
    void refresh(Instant now, Keys configured) {
        if (running.get() || !isDue(now)) {
            return;
        }
        wanted.set(false);
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .GET()
                .header("Accept", "application/json")
                .header("User-Agent", "PayOnce")
                .header(
                        "Authorization",
                        credential.authorization(PATH, HexFormat.of().formatHex(nonce), now));
        running.set(true);
        var unused = http.sendAsync(request, MAX_BYTES)
                .thenApply(answer -> read(answer, now, configured))
                .whenComplete((keys, fault) -> {
                    held = fault == null ? succeeded(keys, now) : failed(fault, now);
                    running.set(false);
                });
    }

    private boolean isDue(Instant now) {
        Held present = held;
        if (present.attempted == null) {
            return true;
        }
        Duration pause = present.failures == 0 ? EVERY : pause(present.failures);
        if (wanted.get() && pause.compareTo(WANTED) > 0) {
            pause = WANTED;
        }
        return Duration.between(present.attempted, now).abs().compareTo(pause) >= 0;
    }

    private static Duration pause(int failures) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
        return pause.compareTo(LAST_PAUSE) > 0 ? LAST_PAUSE : pause;
    }

    private Map<String, VerificationKey> read(BoundedHttp.Answer answer, Instant now, Keys configured) {
        if (answer.status() != 200) {
            throw new PlatformUnavailableException("the API answers status=" + answer.status());
        }
        try {
            Map<String, VerificationKey> fresh = reader.read(answer.body().bytes());
            Delivery signed = new Delivery("GET", PATH, answer.headers().map(), null, answer.body(), now);
            WeChatSignature.verify(signed, serial -> {
                VerificationKey known = configured.byId(serial);
                known = known == null ? byId(serial) : known;
                return known == null ? fresh.get(VerificationKey.normalise(serial)) : known;
            });
            return fresh;
        } catch (RefusedException e) {
            throw new PlatformUnavailableException("the answer cannot be trusted: " + e.getMessage(), e);
        }
    }

    private Held succeeded(Map<String, VerificationKey> keys, Instant now) {
        if (!keys.keySet().equals(held.keys.keySet())) {
            log.info("platform certificates downloaded channel={} serials={}", channel, keys.keySet());
        }
        return new Held(keys, now, 0, null);
    }

    private Held failed(Throwable fault, Instant now) {
        Throwable cause = fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
        // Of our own exceptions the text is known to hold no secret.
        String problem = cause instanceof PlatformUnavailableException
                ? "certificates cannot be downloaded: " + cause.getMessage()
                : "certificates cannot be downloaded: no answer ("
                        + cause.getClass().getSimpleName() + ")";
        Held present = held;
        if (!problem.equals(present.problem)) {
            log.warn(
                    "certificates cannot be downloaded, those held stay in use, tried again channel={} problem={}",
                    channel,
                    problem);
        }
        return new Held(present.keys, now, present.failures + 1, problem);
    }

    /** Takes over what was downloaded; the next attempt is due at once unless the last one there went well. */
    void succeed(CertificateDownload before) {
        Held theirs = before.held;
        boolean well = theirs.failures == 0 && !before.running.get();
        held = new Held(theirs.keys, well ? theirs.attempted : null, 0, theirs.problem);
    }
}
