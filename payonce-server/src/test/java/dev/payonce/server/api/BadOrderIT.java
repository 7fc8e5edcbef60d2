package dev.payonce.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.server.api.ApiServer.Answer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every order in here is called {@code bad} or worse, and none may come into being. */
class BadOrderIT {
    private static final String GOOD = """
            {"orderNo":"bad","amount":9900,"currency":"CNY","account":"user:42","channel":"wx","postings":[
             {"to":"user:42","asset":"CNY","amount":9900},{"to":"user:42","asset":"POINTS","amount":99,"from":"shop"}]}""";

    private final ApiServer server = ApiServer.shared();

    /** Whatever slipped through is taken away, so that it fails its own test only. */
    @AfterEach
    void nothingWasCreated() {
        assertThat(server.books().jdbc().update("DELETE FROM payment_order WHERE order_no LIKE '%bad%'"))
                .isZero();
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                Arguments.of(GOOD.replace("\"wx\"", "wx"), "channel"),
                Arguments.of(GOOD + " x", "body"),
                Arguments.of(GOOD + "{}", "body"),
                Arguments.of("", "body"),
                Arguments.of("[]", "body"),
                Arguments.of("null", "body"),
                Arguments.of("\"bad\"", "body"),
                Arguments.of("\uFEFF" + GOOD, "body"),
                Arguments.of(GOOD.replace("{\"orderNo\"", "{'orderNo'"), "body"),
                Arguments.of(GOOD.replace("\"orderNo\":\"bad\",", ""), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "null"), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "7"), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "true"), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "[\"bad\"]"), "orderNo"),
                Arguments.of(GOOD.replace("\"amount\":9900,\"cur", "\"cur"), "amount"),
                Arguments.of(GOOD.replace("9900,\"cur", "null,\"cur"), "amount"),
                Arguments.of(GOOD.replace("9900,\"cur", "\"9900\",\"cur"), "amount"),
                Arguments.of(GOOD.replace("9900,\"cur", "9900.0,\"cur"), "amount"),
                Arguments.of(GOOD.replace("9900,\"cur", "99e2,\"cur"), "amount"),
                Arguments.of(GOOD.replace("9900,\"cur", "true,\"cur"), "amount"),
                Arguments.of(GOOD.replace("9900,\"cur", "09900,\"cur"), "amount"),
                Arguments.of(GOOD.replace("9900,\"cur", "NaN,\"cur"), "amount"),
                Arguments.of(GOOD.replace("\"currency\":\"CNY\",", ""), "currency"),
                Arguments.of(GOOD.replace("\"user:42\",\"channel\"", "42,\"channel\""), "account"),
                Arguments.of(GOOD.replace("\"wx\"", "1"), "channel"),
                Arguments.of(GOOD.replace("{\"orderNo\"", "{\"memo\":1,\"orderNo\""), "memo"),
                Arguments.of(GOOD.replace("{\"orderNo\"", "{\"status\":\"PAID\",\"orderNo\""), "status"),
                Arguments.of(GOOD.replace("\"channel\"", "\"amount\":1,\"channel\""), "amount"),
                Arguments.of(GOOD.replaceAll("(?s)\\[.*\\]", "{}"), "postings"),
                Arguments.of(GOOD.replaceAll("(?s)\\[.*\\]", "[null]"), "postings[0]"),
                Arguments.of(GOOD.replaceAll("(?s)\\[.*\\]", "[1]"), "postings[0]"),
                Arguments.of(GOOD.replace("99,\"from\"", "\"99\",\"from\""), "postings[1].amount"),
                Arguments.of(GOOD.replace("99,\"from\"", "99.5,\"from\""), "postings[1].amount"),
                Arguments.of(GOOD.replace("\"from\":\"shop\"", "\"form\":\"shop\""), "postings[1].form"),
                Arguments.of(GOOD.replace("\"from\":\"shop\"", "\"from\":5"), "postings[1].from"),
                Arguments.of(GOOD.replace("\"from\":\"shop\"", "\"to\":\"shop\""), "postings[1].to"),
                Arguments.of(
                        GOOD.replace("{\"to\":\"user:42\",\"asset\":\"CNY\",", "{\"to\":\"user:42\","),
                        "postings[0].asset"),
                Arguments.of(GOOD.replace("9900,\"cur", "1" + "0".repeat(2000) + ",\"cur"), "amount"));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void refusesWhatIsMalformed(String body, String field) throws Exception {
        Answer answer = server.post("/api/v1/orders", body);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(400);
        assertThat(answer.isProblem()).isTrue();
        assertThat(answer.fields()).containsExactly(field);
    }

    static Stream<Arguments> brokenRules() {
        return Stream.of(
                Arguments.of(GOOD.replace("9900,\"cur", "0,\"cur"), "amount"),
                Arguments.of(GOOD.replace("9900,\"cur", "-1,\"cur"), "amount"),
                Arguments.of(GOOD.replace("9900,\"cur", "9223372036854775808,\"cur"), "amount"),
                Arguments.of(GOOD.replace("\"currency\":\"CNY\"", "\"currency\":\"cny\""), "currency"),
                Arguments.of(GOOD.replace("\"currency\":\"CNY\"", "\"currency\":\"\""), "currency"),
                Arguments.of(GOOD.replace("\"bad\"", "\"\""), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "\"  \""), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "\" bad\""), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "\"bad\u00a0\""), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "\"bad\\u0000\""), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "\"b\\nbad\""), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "\"bad\\ud800\""), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "\"bad/1\""), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "\".\""), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "\"..\""), "orderNo"),
                Arguments.of(GOOD.replace("\"bad\"", "\"bad" + "x".repeat(126) + "\""), "orderNo"),
                Arguments.of(GOOD.replace("\"user:42\",\"channel\"", "\"\",\"channel\""), "account"),
                Arguments.of(GOOD.replace("\"user:42\",\"channel\"", "\"suspense:wx\",\"channel\""), "account"),
                Arguments.of(GOOD.replace("\"user:42\",\"channel\"", "\"channel:wx\",\"channel\""), "account"),
                Arguments.of(GOOD.replaceAll("(?s)\\[.*\\]", "[]").replace("\"user:42\"", "\"issued\""), "account"),
                Arguments.of(
                        GOOD.replace(
                                "{\"to\":\"user:42\",\"asset\":\"CNY\"", "{\"to\":\"channel:wx\",\"asset\":\"CNY\""),
                        "postings[0].to"),
                Arguments.of(
                        GOOD.replace("{\"to\":\"user:42\",\"asset\":\"CNY\"", "{\"to\":\"issued\",\"asset\":\"CNY\""),
                        "postings[0].to"),
                Arguments.of(GOOD.replace("\"wx\"", "\"WX\""), "channel"),
                Arguments.of(GOOD.replace("\"wx\"", "\"\""), "channel"),
                Arguments.of(GOOD.replace("99,\"from\"", "0,\"from\""), "postings[1].amount"),
                Arguments.of(GOOD.replace("99,\"from\"", "-99,\"from\""), "postings[1].amount"),
                Arguments.of(GOOD.replace("99,\"from\"", "9223372036854775808,\"from\""), "postings[1].amount"),
                Arguments.of(GOOD.replace("\"shop\"", "\"user:42\""), "postings[1].from"),
                Arguments.of(GOOD.replace("\"shop\"", "\"suspense:wx\""), "postings[1].from"),
                Arguments.of(GOOD.replace("\"shop\"", "\"sh/op\""), "postings[1].from"),
                Arguments.of(GOOD.replace("\"POINTS\"", "\"\""), "postings[1].asset"),
                Arguments.of(GOOD.replace("9900},", "9899},"), "postings"),
                Arguments.of(GOOD.replace("\"POINTS\"", "\"CNY\""), "postings"),
                Arguments.of(GOOD.replace("\"asset\":\"CNY\"", "\"asset\":\"USD\""), "postings"),
                Arguments.of(
                        GOOD.replace("9900},", "9223372036854775807},")
                                .replace("\"POINTS\",\"amount\":99", "\"CNY\",\"amount\":9223372036854775807"),
                        "postings"),
                Arguments.of(
                        GOOD.replaceAll(
                                "(?s)\\[.*\\]",
                                "[" + "{\"to\":\"a\",\"asset\":\"CNY\",\"amount\":1},".repeat(100)
                                        + "{\"to\":\"a\",\"asset\":\"CNY\",\"amount\":9800}]"),
                        "postings"));
    }

    @ParameterizedTest
    @MethodSource("brokenRules")
    void refusesWhatBreaksARule(String body, String field) throws Exception {
        Answer answer = server.post("/api/v1/orders", body);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(422);
        assertThat(answer.isProblem()).isTrue();
        assertThat(answer.fields()).containsExactly(field);
    }

    @Test
    void reportsAllThatIsWrongTogether() throws Exception {
        String malformed = "{\"orderNo\":1,\"amount\":\"1\",\"currency\":null,\"memo\":1,\"postings\":[{\"to\":2}]}";
        assertThat(server.post("/api/v1/orders", malformed).fields())
                .containsExactlyInAnyOrder(
                        "orderNo",
                        "amount",
                        "currency",
                        "account",
                        "memo",
                        "postings[0].to",
                        "postings[0].asset",
                        "postings[0].amount");
        String broken = GOOD.replace("\"bad\"", "\"b/ad\"")
                .replace("99,\"from\"", "0,\"from\"")
                .replace("9900,\"cur", "0,\"cur");
        assertThat(server.post("/api/v1/orders", broken).fields())
                .containsExactly("orderNo", "amount", "postings[1].amount");
    }

    @Test
    void refusesWhatIsNotUtf8() throws Exception {
        byte[] gbk = GOOD.replace("\"bad\"", "\"bad\u6d4b\"").getBytes(Charset.forName("GBK"));
        for (byte[] body : new byte[][] {gbk, GOOD.getBytes(StandardCharsets.UTF_16BE)}) {
            Answer answer = server.send(server.request("/api/v1/orders")
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.fields()).containsExactly("body");
        }
    }

    @Test
    void refusesWhatIsNestedTooDeep() throws Exception {
        String deep = GOOD.replace("\"wx\"", "[".repeat(1000) + "]".repeat(1000));
        assertThat(server.post("/api/v1/orders", deep).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/x-www-form-urlencoded", "application/json;charset=GBK", "nonsense"})
    void refusesOtherMediaTypes(String type) throws Exception {
        Answer answer = server.send(server.request("/api/v1/orders")
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(GOOD)));
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.isProblem()).isTrue();
    }

    @Test
    void refusesABodyWithoutMediaTypeOrWithAnEncoding() throws Exception {
        Answer untyped = server.send(server.request("/api/v1/orders").POST(HttpRequest.BodyPublishers.ofString(GOOD)));
        assertThat(untyped.status()).isEqualTo(415);
        Answer encoded = server.send(server.request("/api/v1/orders")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofString(GOOD)));
        assertThat(encoded.status()).isEqualTo(415);
        assertThat(encoded.isProblem()).isTrue();
    }

    @Test
    void refusesABodyThatIsTooLarge() throws Exception {
        String large = GOOD + " ".repeat(JsonBody.MAX_BYTES + 1 - GOOD.length());
        Answer declared = server.post("/api/v1/orders", large);
        assertThat(declared.status()).isEqualTo(413);
        assertThat(declared.isProblem()).isTrue();
        Answer chunked = server.send(server.request("/api/v1/orders")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(large.getBytes(StandardCharsets.UTF_8)))));
        assertThat(chunked.status()).isEqualTo(413);
        assertThat(chunked.isProblem()).isTrue();
    }

    @Test
    void acceptsTheLargestBody() throws Exception {
        String order = ApiServer.order("large");
        String largest = order + " ".repeat(JsonBody.MAX_BYTES - order.length());
        assertThat(server.post("/api/v1/orders", largest).status()).isEqualTo(201);
    }
}
