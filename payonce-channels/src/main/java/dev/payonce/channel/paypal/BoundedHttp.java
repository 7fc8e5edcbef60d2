package dev.payonce.channel.paypal;

import dev.payonce.Body;
import dev.payonce.PlatformUnavailableException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * HTTP to PayPal: at most {@link #TIMEOUT} from the connection to the last byte, a bounded answer, and no redirects, which
 * would lead past the list of allowed hosts. Thread-safe. Opens nothing before the first request.
 */
final class BoundedHttp {
    static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    /** An answer as it came. */
    record Answer(int status, Body body) {}

    /** @throws PlatformUnavailableException if there is no whole answer within time and size */
    Answer send(HttpRequest.Builder request, int maxBytes) {
        // The request's own time-out ends with the headers; the wait below also bounds the body.
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.timeout(TIMEOUT).build(), info -> new BoundedBody(maxBytes));
        try {
            HttpResponse<byte[]> response = answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(response.statusCode(), Body.of(response.body()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PlatformUnavailableException("interrupted", e);
        } catch (ExecutionException e) {
            throw new PlatformUnavailableException(
                    e.getCause() instanceof IOException ? "no answer" : "request failed", e.getCause());
        } catch (TimeoutException e) {
            throw new PlatformUnavailableException("no answer in time", e);
        } finally {
            // Ends the exchange where it has not ended by itself.
            answer.cancel(true);
        }
    }
}
