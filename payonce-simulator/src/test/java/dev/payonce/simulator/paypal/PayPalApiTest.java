package dev.payonce.simulator.paypal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.paypal.PayPalApi.Condition;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PayPalApiTest {
    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
    private static final PayPal PAYPAL = PayPal.generate("7KNGBPH2U58GQ", NOW);
    private static final SimulatedPayment PAYMENT = new SimulatedPayment("2GG279541U471931P", "ORD1", 9900, "USD", NOW);

    private final HttpClient client = HttpClient.newHttpClient();
    private final PayPalApi api = PayPalApi.start(PAYPAL);

    @AfterEach
    void close() {
        api.close();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(api.url() + path)).timeout(Duration.ofSeconds(10));
    }

    private String token() throws Exception {
        String credentials = Base64.getEncoder()
                .encodeToString((PayPalApi.CLIENT_ID + ":" + PayPalApi.CLIENT_SECRET).getBytes(UTF_8));
        String answer = send(to("/v1/oauth2/token")
                        .header("Authorization", "Basic " + credentials)
                        .POST(BodyPublishers.ofString("grant_type=client_credentials")))
                .body();
        Matcher token = Pattern.compile("\"access_token\":\"([^\"]+)\"").matcher(answer);
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    private HttpResponse<String> capture(String token) throws Exception {
        return send(to("/v2/payments/captures/2GG279541U471931P").header("Authorization", "Bearer " + token));
    }

    @Test
    void tellsWhatItKnowsToWhoeverHoldsAToken() throws Exception {
        assertThat(capture("stranger").statusCode()).isEqualTo(401);
        String token = token();
        assertThat(capture(token).statusCode()).isEqualTo(404);
        api.knows(PAYMENT);
        assertThat(capture(token).body()).contains("\"value\":\"99.00\"", "\"status\":\"COMPLETED\"");
        api.withdrawTokens();
        assertThat(capture(token).statusCode()).isEqualTo(401);
        assertThat(api.count("GET /v2/payments/captures/")).isEqualTo(4);
        assertThat(send(to("/v1/oauth2/token").POST(BodyPublishers.noBody())).statusCode())
                .isEqualTo(401);
    }

    @Test
    void servesTheCertificate() throws Exception {
        assertThat(send(HttpRequest.newBuilder(URI.create(api.certificateUrl())))
                        .body())
                .startsWith(PAYPAL.certificatePem());
    }

    @Test
    void judgesAPostbackByItsBytes() throws Exception {
        SignedRequest request = PAYPAL.notification(PAYMENT, new Random(1)).sign(NOW, new Random(2));
        String event = new String(request.body(), UTF_8);
        assertThat(event).contains("€");
        assertThat(postback(request, event)).isEqualTo("{\"verification_status\":\"SUCCESS\"}");
        assertThat(postback(request, event.replace(",", ", "))).isEqualTo("{\"verification_status\":\"FAILURE\"}");
        assertThat(postback(request, event.replace("€", "\\u20ac"))).isEqualTo("{\"verification_status\":\"FAILURE\"}");
    }

    private String postback(SignedRequest request, String event) throws Exception {
        String question = "{\"auth_algo\":\"SHA256withRSA\",\"cert_url\":\"x\",\"transmission_id\":\"%s\","
                        .formatted(header(request, "PAYPAL-TRANSMISSION-ID"))
                + "\"transmission_time\":\"%s\",\"transmission_sig\":\"%s\",\"webhook_id\":\"%s\",\"webhook_event\":"
                        .formatted(
                                header(request, "PAYPAL-TRANSMISSION-TIME"),
                                header(request, "PAYPAL-TRANSMISSION-SIG"),
                                PAYPAL.webhookId())
                + event + "}";
        return send(to("/v1/notifications/verify-webhook-signature")
                        .header("Authorization", "Bearer " + token())
                        .POST(BodyPublishers.ofString(question)))
                .body();
    }

    private static String header(SignedRequest request, String name) {
        return String.join(",", request.headers().get(name));
    }

    @Test
    void failsAsItIsTold() throws Exception {
        String token = token();
        api.knows(PAYMENT);
        api.become(Condition.DOWN);
        assertThat(capture(token).statusCode()).isEqualTo(503);
        api.become(Condition.GARBLED);
        assertThat(capture(token).body()).startsWith("<html>");
        api.become(Condition.SILENT);
        assertThatThrownBy(() -> send(to("/v2/payments/captures/x").timeout(Duration.ofMillis(200))))
                .isInstanceOf(HttpTimeoutException.class);
        api.become(Condition.WELL);
        assertThat(capture(token).statusCode()).isEqualTo(200);
    }
}
