package dev.payonce.channel.paypal;

import dev.payonce.Delivery;
import dev.payonce.PlatformUnavailableException;
import dev.payonce.channel.BoundedHttp;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.StrictJson;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * The two questions to PayPal's REST API. An answer of any kind but a clear one is {@link PlatformUnavailableException}: also
 * "not found", since an event may arrive slightly before its capture can be read (channels.md 6.4). Thread-safe.
 */
final class PayPalApi {
    private static final int MAX_BYTES = 256 * 1024;
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final String JSON = "application/json";

    private final PayPalSettings settings;
    private final BoundedHttp http;
    private final AccessToken token;

    PayPalApi(PayPalSettings settings, BoundedHttp http) {
        this.settings = settings;
        this.http = http;
        this.token = new AccessToken(settings, http);
    }

    /** {@code GET /v2/payments/captures/{id}}. */
    Capture capture(String id, Instant now) {
        URI uri = URI.create(settings.apiBaseUrl() + "/v2/payments/captures/"
                + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20"));
        BoundedHttp.Answer answer = authorized(() -> HttpRequest.newBuilder(uri).GET(), now);
        try {
            return Capture.of(object(answer, "capture"));
        } catch (RefusedException e) {
            throw new PlatformUnavailableException("capture cannot be read: " + e.getMessage(), e);
        }
    }

    /** {@code POST /v1/notifications/verify-webhook-signature}: whether PayPal takes the delivery for its own. */
    boolean recognises(Transmission transmission, Delivery delivery) {
        URI uri = URI.create(settings.apiBaseUrl() + "/v1/notifications/verify-webhook-signature");
        byte[] question = question(transmission, delivery.body().bytes());
        BoundedHttp.Answer answer = authorized(
                () -> HttpRequest.newBuilder(uri)
                        .header("Content-Type", JSON)
                        .POST(BodyPublishers.ofByteArray(question)),
                delivery.receivedAt());
        try {
            String status = object(answer, "verification").text("verification_status");
            return switch (status) {
                case "SUCCESS" -> true;
                case "FAILURE" -> false;
                default -> throw new PlatformUnavailableException("verification status is neither of the two");
            };
        } catch (RefusedException e) {
            throw new PlatformUnavailableException("verification cannot be read: " + e.getMessage(), e);
        }
    }

    /** The event is spliced in as it came: read and written again, its checksum would be another (case RAW-10). */
    private byte[] question(Transmission transmission, byte[] event) {
        ByteArrayOutputStream question = new ByteArrayOutputStream(event.length + 1024);
        question.writeBytes(utf8("{\"auth_algo\":" + quoted(Transmission.SHA256_WITH_RSA)
                + ",\"cert_url\":" + quoted(transmission.certificateUrl())
                + ",\"transmission_id\":" + quoted(transmission.id())
                + ",\"transmission_sig\":" + quoted(transmission.signature())
                + ",\"transmission_time\":" + quoted(transmission.time())
                + ",\"webhook_id\":" + quoted(settings.webhookId())
                + ",\"webhook_event\":"));
        question.writeBytes(event);
        question.write('}');
        return question.toByteArray();
    }

    /** Of printable ASCII. */
    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private BoundedHttp.Answer authorized(Supplier<HttpRequest.Builder> request, Instant now) {
        String held = token.get(now);
        BoundedHttp.Answer answer = send(request, held);
        if (answer.status() == UNAUTHORIZED) {
            // Withdrawn before its time: once more with a new one.
            token.drop(held);
            answer = send(request, token.get(now));
        }
        if (answer.status() != OK) {
            throw new PlatformUnavailableException("the API answers status=" + answer.status());
        }
        return answer;
    }

    private BoundedHttp.Answer send(Supplier<HttpRequest.Builder> request, String bearer) {
        return http.send(request.get().header("Accept", JSON).header("Authorization", "Bearer " + bearer), MAX_BYTES);
    }

    private static JsonObject object(BoundedHttp.Answer answer, String what) throws RefusedException {
        return StrictJson.read(answer.body().bytes(), what);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
