package dev.payonce.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Confirmation;
import dev.payonce.HeldReason;
import dev.payonce.Notifications;
import dev.payonce.Race;
import dev.payonce.server.api.ApiServer.Answer;
import java.net.http.HttpRequest;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class OrderApiIT {
    private final ApiServer server = ApiServer.shared();

    @Test
    void createsAnOrderOnce() throws Exception {
        Answer created = server.post("/api/v1/orders", ApiServer.order("create-1"));
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("Location")).isEqualTo("/api/v1/orders/create-1");
        assertThat(created.json().get("orderNo").stringValue()).isEqualTo("create-1");
        assertThat(created.json().get("postings").size()).isEqualTo(1);

        Answer again = server.post("/api/v1/orders", ApiServer.order("create-1"));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.header("Location")).isEqualTo("/api/v1/orders/create-1");
        assertThat(again.json()).isEqualTo(created.json());

        Answer other = server.post("/api/v1/orders", ApiServer.order("create-1").replace("9900", "9901"));
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.isProblem()).isTrue();
        assertThat(server.get("/api/v1/orders/create-1").json().get("amount").longValue())
                .isEqualTo(9900);
    }

    @Test
    void ofManyCreatorsOneIsToldCreated() throws Exception {
        List<Integer> statuses = Race.of(16, i -> {
            try {
                return server.post("/api/v1/orders", ApiServer.order("race")).status();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        assertThat(Collections.frequency(statuses, 201)).isEqualTo(1);
        assertThat(Collections.frequency(statuses, 200)).isEqualTo(15);
    }

    @Test
    void tellsAnOrderThatWaits() throws Exception {
        String body = """
                {"orderNo":"wait-1","amount":9900,"currency":"CNY","account":"user:42","channel":"ali","postings":[
                 {"to":"user:42","asset":"CNY","amount":9900},
                 {"to":"user:42","asset":"COUPON/SPRING10","amount":1,"from":"shop"}]}""";
        assertThat(server.post("/api/v1/orders", body).status()).isEqualTo(201);

        assertThat(server.get("/api/v1/orders/wait-1").json()).isEqualTo(ApiServer.JSON.readTree("""
                {"orderNo":"wait-1","status":"WAIT_PAY","amount":9900,"currency":"CNY","account":"user:42",
                 "channel":"ali","transactionId":null,"paidAt":null,"createdAt":"2026-03-01T10:15:30Z",
                 "postings":[{"to":"user:42","asset":"CNY","amount":9900,"from":null},
                             {"to":"user:42","asset":"COUPON/SPRING10","amount":1,"from":"shop"}],
                 "transactions":[],"entries":[]}"""));
    }

    @Test
    void tellsAPaidOrderWithItsTransactionsAndEntries() throws Exception {
        assertThat(server.post("/api/v1/orders", ApiServer.order("paid-1")).status())
                .isEqualTo(201);
        assertThat(server.pay(Notifications.payment("T-paid-1", "paid-1"))).isEqualTo(Confirmation.POSTED);

        JsonNode order = server.get("/api/v1/orders/paid-1").json();

        assertThat(order.get("status").stringValue()).isEqualTo("PAID");
        assertThat(order.get("channel").stringValue()).isEqualTo("wx");
        assertThat(order.get("transactionId").stringValue()).isEqualTo("T-paid-1");
        assertThat(order.get("paidAt").stringValue()).isEqualTo("2026-03-01T10:15:30Z");
        assertThat(order.get("transactions")).isEqualTo(ApiServer.JSON.readTree("""
                [{"channel":"wx","transactionId":"T-paid-1","orderNo":"paid-1","appliedOrderNo":"paid-1",
                  "amount":9900,"currency":"CNY","state":"APPLIED","heldReason":null,"evaluations":0,
                  "platformPaidAt":null,"receivedAt":"2026-03-01T10:15:30Z","appliedAt":"2026-03-01T10:15:30Z"}]"""));
        assertThat(order.get("entries").size()).isEqualTo(1);
        JsonNode entry = order.get("entries").get(0);
        assertThat(entry.get("bizNo").stringValue()).isEqualTo("pay:paid-1");
        assertThat(entry.get("leg").intValue()).isZero();
        assertThat(entry.get("from").stringValue()).isEqualTo("channel:wx");
        assertThat(entry.get("to").stringValue()).isEqualTo("user:42");
        assertThat(entry.get("asset").stringValue()).isEqualTo("CNY");
        assertThat(entry.get("amount").longValue()).isEqualTo(9900);
        assertThat(entry.get("orderNo").stringValue()).isEqualTo("paid-1");
        assertThat(entry.get("createdAt").stringValue()).isEqualTo("2026-03-01T10:15:30Z");
    }

    @Test
    void appliesAPaymentThatCameBeforeItsOrder() throws Exception {
        assertThat(server.pay(Notifications.payment("T-early-1", "early-1")))
                .isEqualTo(Confirmation.held(HeldReason.ORDER_UNKNOWN));
        assertThat(server.post("/api/v1/orders", ApiServer.order("early-1")).status())
                .isEqualTo(201);
        assertThat(server.get("/api/v1/orders/early-1").json().get("status").stringValue())
                .isEqualTo("PAID");
    }

    @Test
    void closesAnOrderThatNobodyPaid() throws Exception {
        assertThat(server.post("/api/v1/orders", ApiServer.order("close-1")).status())
                .isEqualTo(201);
        for (int times = 0; times < 2; times++) {
            Answer closed = server.post("/api/v1/orders/close-1/close", "");
            assertThat(closed.status()).isEqualTo(200);
            assertThat(closed.json().get("orderNo").stringValue()).isEqualTo("close-1");
            assertThat(closed.json().get("status").stringValue()).isEqualTo("CLOSED");
        }
    }

    @Test
    void doesNotCloseAPaidOrder() throws Exception {
        assertThat(server.post("/api/v1/orders", ApiServer.order("close-2")).status())
                .isEqualTo(201);
        assertThat(server.pay(Notifications.payment("T-close-2", "close-2"))).isEqualTo(Confirmation.POSTED);

        Answer refused = server.post("/api/v1/orders/close-2/close", "");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.isProblem()).isTrue();
        assertThat(refused.json().get("state").stringValue()).isEqualTo("PAID");
    }

    @Test
    void doesNotKnowAnOrderThatWasNeverCreated() throws Exception {
        for (String path : List.of("/api/v1/orders/none", "/api/v1/orders/" + "a".repeat(129), "/api/v1/orders/%20a")) {
            assertThat(server.get(path).status()).as(path).isEqualTo(404);
            assertThat(server.get(path).isProblem()).as(path).isTrue();
        }
        assertThat(server.post("/api/v1/orders/none/close", "").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A B",
                "a%b",
                "a%25b",
                "a%2Fb",
                "a;b",
                "a;jsessionid=1",
                "a?b",
                "a#b",
                "a\\b",
                "..\\..\\x",
                "a\\..\\b",
                "订单-1",
                "😀",
                "a+b",
                "a\"<>^`{|}b",
                "...",
                ".a",
                "close",
                "a&b=c",
                "%00",
                "a:b@c,d!$'()*"
            })
    void addressesEveryNameThatAnOrderCanHave(String name) throws Exception {
        Answer created = server.post("/api/v1/orders", ApiServer.order(name));
        assertThat(created.status()).isEqualTo(201);
        String path = created.header("Location");

        Answer read = server.get(path);
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.json().get("orderNo").stringValue()).isEqualTo(name);
        Answer closed = server.post(path + "/close", "");
        assertThat(closed.status()).isEqualTo(200);
        assertThat(closed.json().get("orderNo").stringValue()).isEqualTo(name);
        assertThat(closed.json().get("status").stringValue()).isEqualTo("CLOSED");
    }

    /** Spring's own path variable ends at the semicolon. */
    @Test
    void takesABareSemicolonForAPartOfTheName() throws Exception {
        assertThat(server.post("/api/v1/orders", ApiServer.order("semi")).status())
                .isEqualTo(201);
        assertThat(server.post("/api/v1/orders/semi;colon/close", "").status()).isEqualTo(404);
        assertThat(server.get("/api/v1/orders/semi").json().get("status").stringValue())
                .isEqualTo("WAIT_PAY");
    }

    @Test
    void ignoresABodyThatCloseDoesNotNeed() throws Exception {
        assertThat(server.post("/api/v1/orders", ApiServer.order("close-3")).status())
                .isEqualTo(201);
        HttpRequest.Builder request = server.request("/api/v1/orders/close-3/close")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"));
        assertThat(server.send(request).status()).isEqualTo(200);
    }
}
