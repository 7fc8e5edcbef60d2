package dev.payonce.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.server.api.ApiServer.Answer;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Errors that are nobody's rule: whoever raises them, the answer is a problem that tells nothing of the inside. */
class ProblemIT {
    private static final String[] INSIDES = {
        "Exception",
        "at org.",
        "\tat ",
        "Tomcat",
        "Apache",
        "Spring",
        "Whitelabel",
        "<html",
        "jackson",
        "trace",
        "static resource"
    };

    private final ApiServer server = ApiServer.shared();

    @ParameterizedTest
    @CsvSource({
        "GET,/nothing,404",
        "POST,/nothing,404",
        "GET,/api/v1,404",
        "GET,/api/v2/orders/x,404",
        "GET,/api/v1/orders/a/b,404",
        "GET,/api/v1/orders/,404",
        "GET,/error,404",
        "GET,/api/v1/orders,405",
        "PUT,/api/v1/orders,405",
        "DELETE,/api/v1/orders/x,405",
        "GET,/api/v1/orders/x/close,405",
        "POST,/api/v1/transactions,405",
        "PATCH,/api/v1/accounts/x,405"
    })
    void answersAWrongAddressOrMethod(String method, String path, int status) throws Exception {
        Answer answer = server.send(server.request(path).method(method, HttpRequest.BodyPublishers.noBody()));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.isProblem()).as(answer.response().body()).isTrue();
        assertThat(answer.response().body()).doesNotContain(INSIDES);
        assertThat(answer.header("Allow").isEmpty()).isEqualTo(status != 405);
    }

    @Test
    void answersACallerWhoWantsAnotherType() throws Exception {
        Answer answer = server.send(server.request("/api/v1/transactions")
                .header("Accept", "text/html")
                .GET());
        assertThat(answer.status()).isEqualTo(406);
        assertThat(answer.isProblem()).isTrue();
    }

    /** Raised by Tomcat before it knows which application is meant. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api/v1/orders/a|b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /api/v1/orders/a\\b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /api/v1/orders/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /api/v1/orders/%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /api/v1/orders/a%2Fb HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /api/v1/orders/%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /api/v1/orders/订 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /api HTTP/1.1\r\nConnection: close\r\n\r\n",
                "GET /api HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
                "GET /api HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\nConnection: close\r\n\r\n",
                "POST /api/v1/orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: nonsense\r\nConnection: close\r\n\r\n",
                "GET /api HTTP/9.9\r\nHost: x\r\nConnection: close\r\n\r\n",
                "TRACE /api/v1/orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
                        + ApiServer.TOKEN + "\r\n\r\n",
                "G<T /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            })
    void answersWhatTomcatRefuses(String request) throws Exception {
        String answer = RawHttp.send(server.port(), request);
        assertThat(RawHttp.status(answer)).as(answer).isIn(400, 405, 501, 505);
        assertThat(answer).contains("Content-Type: application/problem+json", "\"status\":");
        assertThat(answer).doesNotContain(INSIDES).doesNotContain("Server:");
    }

    @Test
    void answersThatTheDatabaseCannot() throws Exception {
        server.books().jdbc().execute("ALTER TABLE account_balance RENAME TO account_balance_away");
        try {
            Answer answer = server.get("/api/v1/accounts/user:42");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.isProblem()).isTrue();
            assertThat(answer.header("Retry-After")).isEqualTo("1");
            assertThat(answer.response().body()).doesNotContain(INSIDES).doesNotContain("account_balance", "SQL");
        } finally {
            server.books().jdbc().execute("ALTER TABLE account_balance_away RENAME TO account_balance");
        }
    }

    @Test
    void describesEveryCall() throws Exception {
        JsonNode document = server.get("/v3/api-docs").json();
        assertThat(document.at("/info/title").stringValue()).isEqualTo("PayOnce");
        assertThat(document.at("/components/securitySchemes/token/scheme").stringValue())
                .isEqualTo("bearer");
        assertThat(document.get("paths").propertyNames())
                .containsExactlyInAnyOrder(
                        "/api/v1/orders",
                        "/api/v1/orders/{orderNo}",
                        "/api/v1/orders/{orderNo}/close",
                        "/api/v1/transactions",
                        "/api/v1/accounts/{account}",
                        "/api/v1/accounts/{account}/entries");
        assertThat(document.at("/paths/~1api~1v1~1orders/post/responses").propertyNames())
                .containsExactlyInAnyOrder("200", "201", "400", "401", "409", "413", "415", "422", "500", "503");
        assertThat(document.at("/paths/~1api~1v1~1orders/post/requestBody/content/application~1json/schema/$ref")
                        .stringValue())
                .isEqualTo("#/components/schemas/NewOrder");
        assertThat(document.at("/components/schemas/NewOrder/required").values().stream()
                        .map(JsonNode::stringValue))
                .containsExactlyInAnyOrder("orderNo", "amount", "currency", "account");
        assertThat(document.at("/paths/~1api~1v1~1transactions/get/parameters").values().stream()
                        .map(parameter -> parameter.get("name").stringValue()))
                .containsExactlyInAnyOrder("state", "channel", "transactionId", "orderNo", "limit", "after");
    }
}
