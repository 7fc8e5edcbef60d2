package dev.payonce.channel;

import dev.payonce.Body;
import dev.payonce.PlatformUnavailableException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * HTTP to a platform: at most {@link #TIMEOUT} from the connection to the last byte, a bounded answer, and no redirects, which
 * would lead past the list of allowed hosts. Thread-safe. Opens nothing before the first request.
 */
public final class BoundedHttp {
    public static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    /** An answer as it came. */
    public record Answer(int status, HttpHeaders headers, Body body) {}

    /** The same without waiting; completes exceptionally if there is no whole answer within time and size. */
    public CompletableFuture<Answer> sendAsync(HttpRequest.Builder request, int maxBytes) {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.timeout(TIMEOUT).build(), info -> new BoundedBody(maxBytes));
        CompletableFuture<Answer> bounded =
                answer.thenApply(BoundedHttp::answer).orTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        // Ends the exchange where it has not ended by itself.
        var unused = bounded.whenComplete((response, fault) -> answer.cancel(true));
        return bounded;
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        return new Answer(response.statusCode(), response.headers(), Body.of(response.body()));
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @throws PlatformUnavailableException if there is no whole answer within time and size
     */
    public Answer send(HttpRequest.Builder request, int maxBytes) {
        // The request's own time-out ends with the headers; the wait below also bounds the body.
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.timeout(TIMEOUT).build(), info -> new BoundedBody(maxBytes));
        try {
            HttpResponse<byte[]> response = answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return answer(response);
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
