package dev.payonce.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Confirmation;
import dev.payonce.HeldReason;
import dev.payonce.Notifications;
import dev.payonce.server.api.ApiServer.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ListApiIT {
    private final ApiServer server = ApiServer.shared();

    @Test
    void pagesTransactionsNewestFirst() throws Exception {
        for (int i = 0; i < 5; i++) {
            hold("page-" + i, "paged", "pager");
        }
        List<String> seen = new ArrayList<>();
        String after = "";
        int pages = 0;
        do {
            JsonNode page = server.get("/api/v1/transactions?channel=pager&limit=2&after=" + after)
                    .json();
            page.get("items").forEach(item -> seen.add(item.get("transactionId").stringValue()));
            after = page.get("next").isNull() ? "" : page.get("next").stringValue();
            pages++;
        } while (!after.isEmpty());
        assertThat(seen).containsExactly("page-4", "page-3", "page-2", "page-1", "page-0");
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void hasNoNextWhenTheLastPageIsFull() throws Exception {
        hold("full-1", "full", "filled");
        hold("full-2", "full", "filled");
        JsonNode page =
                server.get("/api/v1/transactions?channel=filled&limit=2").json();
        assertThat(page.get("items").size()).isEqualTo(2);
        assertThat(page.get("next").isNull()).isTrue();
    }

    @Test
    void filtersTransactions() throws Exception {
        hold("filter-1", "filter a", "filtered");
        hold("filter-2", "filter b", "filtered");
        assertThat(ids("transactionId=filter-1")).containsExactly("filter-1");
        assertThat(ids("orderNo=filter%20b")).containsExactly("filter-2");
        assertThat(ids("orderNo=filter+b")).containsExactly("filter-2");
        assertThat(ids("channel=filtered&state=HELD")).containsExactly("filter-2", "filter-1");
        assertThat(ids("channel=filtered&state=APPLIED")).isEmpty();
        assertThat(ids("state=&channel=filtered&transactionId=&orderNo=&limit=&after="))
                .containsExactly("filter-2", "filter-1");
        JsonNode held = server.get("/api/v1/transactions?transactionId=filter-1")
                .json()
                .get("items")
                .get(0);
        assertThat(held.get("heldReason").stringValue()).isEqualTo("ORDER_UNKNOWN");
        assertThat(held.get("appliedOrderNo").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "state=PAID state",
                "state=held state",
                "state=HELD&state=APPLIED state",
                "channel=WX channel",
                "transactionId=a%00b transactionId",
                "transactionId=%20a transactionId",
                "orderNo=a%2Fb orderNo",
                "limit=0 limit",
                "limit=201 limit",
                "limit=-1 limit",
                "limit=1.0 limit",
                "limit=x limit",
                "limit=99999999999999999999 limit",
                "after=x after",
                "after=YmVmb3JlOjA after",
                "after=YmVmb3JlOjE= after",
                "stat=HELD stat",
                "transactionId=%ff query"
            })
    void refusesInvalidParameters(String query, String parameter) throws Exception {
        Answer answer = server.get("/api/v1/transactions?" + query);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(400);
        assertThat(answer.isProblem()).isTrue();
        assertThat(answer.fields()).containsExactly(parameter);
    }

    @Test
    void acceptsTheLargestPage() throws Exception {
        assertThat(server.get("/api/v1/transactions?limit=200").status()).isEqualTo(200);
    }

    @Test
    void tellsBalancesOfOrdinaryAndClearingAccounts() throws Exception {
        String order = ApiServer.order("balance-1").replace("user:42", "user:balance");
        assertThat(server.post("/api/v1/orders", order).status()).isEqualTo(201);
        assertThat(server.pay(Notifications.payment("T-balance-1", "balance-1").through("balance")))
                .isEqualTo(Confirmation.POSTED);
        hold("T-balance-2", "nowhere", "balance");

        assertThat(account("user:balance")).isEqualTo("{\"account\":\"user:balance\",\"balances\":{\"CNY\":9900}}");
        assertThat(account("channel:balance"))
                .isEqualTo("{\"account\":\"channel:balance\",\"balances\":{\"CNY\":-19800}}");
        assertThat(account("suspense:balance"))
                .isEqualTo("{\"account\":\"suspense:balance\",\"balances\":{\"CNY\":9900}}");
        assertThat(account("nobody")).isEqualTo("{\"account\":\"nobody\",\"balances\":{}}");
        assertThat(account("no%20body;%5C")).isEqualTo("{\"account\":\"no body;\\\\\",\"balances\":{}}");
        assertThat(server.get("/api/v1/accounts/%20x").fields()).containsExactly("account");
    }

    @Test
    void pagesTheEntriesOfAnAccount() throws Exception {
        for (int i = 0; i < 3; i++) {
            String order = ApiServer.order("entries-" + i).replace("user:42", "user:entries");
            assertThat(server.post("/api/v1/orders", order).status()).isEqualTo(201);
            assertThat(server.pay(Notifications.payment("T-entries-" + i, "entries-" + i)))
                    .isEqualTo(Confirmation.POSTED);
        }
        JsonNode first =
                server.get("/api/v1/accounts/user:entries/entries?limit=2").json();
        assertThat(first.get("items").get(0).get("bizNo").stringValue()).isEqualTo("pay:entries-2");
        assertThat(first.get("items").get(1).get("bizNo").stringValue()).isEqualTo("pay:entries-1");
        JsonNode second = server.get("/api/v1/accounts/user:entries/entries?limit=2&after="
                        + first.get("next").stringValue())
                .json();
        assertThat(second.get("items").size()).isEqualTo(1);
        assertThat(second.get("items").get(0).get("bizNo").stringValue()).isEqualTo("pay:entries-0");
        assertThat(second.get("next").isNull()).isTrue();
        assertThat(server.get("/api/v1/accounts/nobody/entries")
                        .json()
                        .get("items")
                        .size())
                .isZero();
        assertThat(server.get("/api/v1/accounts/nobody/entries?limit=x").fields())
                .containsExactly("limit");
    }

    private String account(String encoded) throws Exception {
        return server.get("/api/v1/accounts/" + encoded).response().body();
    }

    private List<String> ids(String query) throws Exception {
        List<String> ids = new ArrayList<>();
        server.get("/api/v1/transactions?" + query)
                .json()
                .get("items")
                .forEach(item -> ids.add(item.get("transactionId").stringValue()));
        return ids;
    }

    private void hold(String transactionId, String orderNo, String channel) {
        assertThat(server.pay(Notifications.payment(transactionId, orderNo).through(channel)))
                .isEqualTo(Confirmation.held(HeldReason.ORDER_UNKNOWN));
    }
}
