package dev.payonce.channel.paypal;

import dev.payonce.PlatformUnavailableException;
import dev.payonce.channel.BoundedHttp;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.StrictJson;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The OAuth token of the API's client, from {@code POST /v1/oauth2/token}, kept until shortly before it expires. Of several
 * threads that need a new one, one asks for it. Thread-safe.
 */
final class AccessToken {
    private static final int MAX_BYTES = 64 * 1024;
    private static final Duration MARGIN = Duration.ofSeconds(60);
    private static final long MAX_LIFE_SECONDS = Duration.ofHours(12).toSeconds();
    private static final Pattern PRINTABLE = Pattern.compile("[!-~]{1,8192}");

    private final URI uri;
    private final String credentials;
    private final BoundedHttp http;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Held held;

    private record Held(String text, Instant until) {}

    AccessToken(PayPalSettings settings, BoundedHttp http) {
        this.uri = URI.create(settings.apiBaseUrl() + "/v1/oauth2/token");
        this.credentials = "Basic "
                + Base64.getEncoder()
                        .encodeToString((settings.clientId() + ':' + settings.clientSecret())
                                .getBytes(StandardCharsets.US_ASCII));
        this.http = http;
    }

    /** @throws PlatformUnavailableException if none can be had */
    String get(Instant now) {
        String known = known(now);
        if (known != null) {
            return known;
        }
        acquire();
        try {
            String meanwhile = known(now);
            return meanwhile == null ? load(now) : meanwhile;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a token that was refused, unless there is another one by now. */
    void drop(String refused) {
        Held present = held;
        if (present != null && present.text.equals(refused)) {
            held = null;
        }
    }

    private void acquire() {
        try {
            if (lock.tryLock(BoundedHttp.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new PlatformUnavailableException("another thread is asking for a token");
    }

    private @Nullable String known(Instant now) {
        Held present = held;
        return present != null && now.isBefore(present.until) ? present.text : null;
    }

    private String load(Instant now) {
        BoundedHttp.Answer answer = http.send(
                HttpRequest.newBuilder(uri)
                        .header("Authorization", credentials)
                        .header("Accept", "application/json")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("grant_type=client_credentials", StandardCharsets.US_ASCII)),
                MAX_BYTES);
        if (answer.status() == 401) {
            throw new PlatformUnavailableException("PayPal refuses client-id and client-secret");
        }
        if (answer.status() != 200) {
            throw new PlatformUnavailableException("no token from the API status=" + answer.status());
        }
        try {
            JsonObject object = StrictJson.read(answer.body().bytes(), "token");
            String text = object.text("access_token");
            if (!PRINTABLE.matcher(text).matches()) {
                throw new PlatformUnavailableException("token is not printable");
            }
            long seconds = Math.min(object.amount("expires_in"), MAX_LIFE_SECONDS);
            held = new Held(text, now.plusSeconds(seconds).minus(MARGIN));
            return text;
        } catch (RefusedException e) {
            throw new PlatformUnavailableException("token cannot be read: " + e.getMessage(), e);
        }
    }
}
