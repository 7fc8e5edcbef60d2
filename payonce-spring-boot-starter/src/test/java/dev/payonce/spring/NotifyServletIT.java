package dev.payonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.OrderBook;
import dev.payonce.OrderStatus;
import dev.payonce.spring.SignedCallbacks.Signed;
import dev.payonce.spring.Wire.Raw;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** What platforms see of an application that wraps, reads and forces encodings, byte for byte. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NotifyServletIT {
    private static final String V3_SUCCESS = "{\"code\":\"SUCCESS\",\"message\":\"成功\"}";

    private final AtomicInteger numbers = new AtomicInteger();
    private ConfigurableApplicationContext context;
    private Wire wire;
    private OrderBook orders;
    private JdbcTemplate jdbc;

    @BeforeAll
    void start() {
        context = HostApplication.start(TestServers.settings());
        wire = HostApplication.wire(context);
        orders = context.getBean(OrderBook.class);
        jdbc = context.getBean(JdbcTemplate.class);
    }

    @AfterAll
    void stop() {
        context.close();
    }

    private String order(String prefix, long fen) {
        String orderNo = prefix + numbers.incrementAndGet();
        OrderBook.Creation creation =
                orders.create(new NewOrder(orderNo, new Money(fen, "CNY"), "user:1", null, List.of()));
        assertThat(creation).isEqualTo(OrderBook.Creation.CREATED);
        return orderNo;
    }

    private OrderStatus status(String orderNo) {
        return orders.find(orderNo).orElseThrow().status();
    }

    private int rows() {
        Integer count = jdbc.queryForObject("SELECT count(*) FROM pay_transaction", Integer.class);
        return count == null ? -1 : count;
    }

    private void assertAnswer(Raw answer, int status, String contentType, String body) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).containsExactly(contentType);
        assertThat(answer.header("Content-Length"))
                .containsExactly(String.valueOf(body.getBytes(StandardCharsets.UTF_8).length));
        assertThat(answer.body()).isEqualTo(body);
    }

    private void assertV3Failure(Raw answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).containsExactly("application/json");
        assertThat(answer.body()).startsWith("{\"code\":\"FAIL\",\"message\":\"");
    }

    @Test
    void ack02And03And06AnswersAreExactInAHostThatWrapsEverything() {
        String weChat = order("W", 9900);
        assertAnswer(
                wire.post("wx", SignedCallbacks.weChat(weChat, "T" + weChat, 9900)),
                200,
                "application/json",
                V3_SUCCESS);
        assertAnswer(
                wire.post("wx", SignedCallbacks.weChat(weChat, "T" + weChat, 9900)),
                200,
                "application/json",
                V3_SUCCESS);
        String alipay = order("A", 9900);
        Raw answer = wire.post("ali", SignedCallbacks.alipay(alipay, "T" + alipay, "99.00"));
        assertAnswer(answer, 200, "text/plain", "success");
        assertThat(answer.statusLine()).startsWith("HTTP/1.1 200");
        assertThat(status(weChat)).isEqualTo(OrderStatus.PAID);
        assertThat(status(alipay)).isEqualTo(OrderStatus.PAID);
    }

    @Test
    void theHostDoesWrapItsOwnAnswers() {
        assertThat(wire.exchange("POST /hello", "Content-Length: 0\r\n", new byte[0])
                        .body())
                .contains("\"code\":0");
    }

    @Test
    void aCustomChannelsContentTypeIsKept() {
        Raw answer = wire.post("own", new Signed(Map.of(), new byte[0]));
        assertAnswer(answer, 200, "text/plain;charset=us-ascii", "IGNORED");
    }

    @Test
    void aHandlerIsPartOfTheTransaction() {
        String works = order("H", 100);
        assertThat(wire.post("wx", SignedCallbacks.weChat(works, "T" + works, 100))
                        .status())
                .isEqualTo(200);
        assertThat(jdbc.queryForList("SELECT order_no FROM note", String.class)).contains(works);
    }

    @Test
    void ack04AFailedPostingIsNoSuccess() {
        String fails = order("FAILS", 100);
        assertV3Failure(wire.post("wx", SignedCallbacks.weChat(fails, "T" + fails, 100)), 409);
        String other = order("FAILS", 100);
        assertAnswer(
                wire.post("ali", SignedCallbacks.alipay(other, "T" + other, "1.00")), 200, "text/plain", "failure");
        assertThat(status(fails)).isEqualTo(OrderStatus.WAIT_PAY);
        assertThat(jdbc.queryForList("SELECT order_no FROM note", String.class)).doesNotContain(fails, other);
    }

    @Test
    void whatIsNotGenuineIsRefusedInTheChannelsForm() {
        int before = rows();
        String orderNo = order("N", 100);
        assertV3Failure(
                wire.post(
                        "wx",
                        SignedCallbacks.weChat(orderNo, "T" + orderNo, 100).tampered()),
                401);
        assertV3Failure(wire.post("wx", new Signed(Map.of(), new byte[0])), 401);
        assertAnswer(
                wire.post(
                        "ali",
                        SignedCallbacks.alipay(orderNo, "T" + orderNo, "1.00").tampered()),
                200,
                "text/plain",
                "failure");
        assertThat(rows()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4096})
    void raw12AChunkedBodyIsReadToItsEnd(int chunk) {
        String orderNo = order("C", 100);
        assertAnswer(
                wire.postChunked("wx", SignedCallbacks.weChat(orderNo, "T" + orderNo, 100), chunk),
                200,
                "application/json",
                V3_SUCCESS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "reader", "parameter"})
    void raw04ABodyThatWasReadBeforeIsAFailure(String how) {
        String orderNo = order("R", 100);
        Raw answer = wire.post(
                "ali", SignedCallbacks.alipay(orderNo, "T" + orderNo, "1.00").with("X-Test-Read", how));
        assertAnswer(answer, 200, "text/plain", "failure");
        if (!how.equals("parameter")) {
            assertV3Failure(
                    wire.post(
                            "wx",
                            SignedCallbacks.weChat(orderNo, "T" + orderNo, 100).with("X-Test-Read", how)),
                    401);
        }
        assertThat(status(orderNo)).isEqualTo(OrderStatus.WAIT_PAY);
    }

    @Test
    void raw04AParameterOfAJsonBodyDoesNotConsumeIt() {
        String orderNo = order("R", 100);
        Signed signed = SignedCallbacks.weChat(orderNo, "T" + orderNo, 100).with("X-Test-Read", "parameter");
        assertAnswer(wire.post("wx", signed), 200, "application/json", V3_SUCCESS);
    }

    @Test
    void raw03TheEncodingOfTheHostDoesNotMatter() {
        String orderNo = order("E", 100);
        Signed signed = SignedCallbacks.weChat(orderNo, "T" + orderNo, 100)
                .with("Content-Type", "application/json; charset=ISO-8859-1");
        assertAnswer(wire.post("wx", signed), 200, "application/json", V3_SUCCESS);
    }

    @Test
    void anOversizedBodyIsAnsweredInTheChannelsForm() {
        Signed large = new Signed(Map.of("Content-Type", "application/json"), new byte[Incoming.MAX_BODY + 1]);
        for (Raw answer : List.of(wire.post("wx", large), wire.postChunked("wx", large, 65_536))) {
            assertV3Failure(answer, 413);
            assertThat(answer.header("Connection")).contains("close");
        }
        assertAnswer(wire.post("ali", large), 200, "text/plain", "failure");
        // One byte less is read and judged by its signature.
        Signed allowed = new Signed(Map.of("Content-Type", "application/json"), new byte[Incoming.MAX_BODY]);
        assertV3Failure(wire.post("wx", allowed), 401);
    }

    @Test
    void anEncodedBodyIsNotDecoded() throws Exception {
        String orderNo = order("Z", 100);
        Signed signed = SignedCallbacks.weChat(orderNo, "T" + orderNo, 100);
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(signed.bytes());
        }
        assertV3Failure(
                wire.post("wx", new Signed(signed.headers(), zipped.toByteArray()).with("Content-Encoding", "gzip")),
                401);
        assertAnswer(wire.post("wx", signed.with("Content-Encoding", "identity")), 200, "application/json", V3_SUCCESS);
    }

    @Test
    void aTruncatedBodyIsNeverAnsweredWithSuccess() {
        String orderNo = order("X", 100);
        Signed signed = SignedCallbacks.weChat(orderNo, "T" + orderNo, 100);
        Raw answer = wire.exchange("POST /notify/wx", "Content-Length: 5000\r\n", signed.bytes());
        assertThat(answer.text()).doesNotContain("HTTP/1.1 2");
        Raw chunked = wire.exchange(
                "POST /notify/wx", "Transfer-Encoding: chunked\r\n", "5\r\nabc".getBytes(StandardCharsets.US_ASCII));
        assertThat(chunked.text()).doesNotContain("HTTP/1.1 2");
        assertThat(status(orderNo)).isEqualTo(OrderStatus.WAIT_PAY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/notify",
                "/notify/",
                "/notify/nobody",
                "/notify/wx/",
                "/notify/wx/more",
                "/notify/w%78",
                "/notify/wx;a=b",
                "/notify/%00"
            })
    void anotherPathIsNotFoundWithoutABody(String path) {
        Raw answer = wire.exchange("POST " + path, "Content-Length: 0\r\n", new byte[0]);
        assertThat(answer.status()).as(answer.text()).isIn(404, 400);
        assertThat(answer.body()).as(answer.text()).doesNotContain("Exception").doesNotContain("timestamp");
        if (answer.status() == 404) {
            assertThat(answer.body()).isEmpty();
            assertThat(answer.header("Content-Length")).containsExactly("0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"})
    void anotherMethodIsNotAllowed(String method) {
        Raw answer = wire.exchange(method + " /notify/wx", "", new byte[0]);
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).containsExactly("POST");
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void aQueryDoesNotMatter() {
        String orderNo = order("Q", 100);
        Signed signed = SignedCallbacks.weChat(orderNo, "T" + orderNo, 100);
        StringBuilder headers = new StringBuilder("Content-Length: " + signed.bytes().length + "\r\n");
        signed.headers().forEach((name, value) -> headers.append(name + ": " + value + "\r\n"));
        assertAnswer(
                wire.exchange("POST /notify/wx?out_trade_no=other", headers.toString(), signed.bytes()),
                200,
                "application/json",
                V3_SUCCESS);
    }
}
