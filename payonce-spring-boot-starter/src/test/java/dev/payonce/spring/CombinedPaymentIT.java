package dev.payonce.spring;

import static dev.payonce.spring.SignedCallbacks.subOrder;
import static dev.payonce.spring.SignedCallbacks.weChatCombined;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.OrderBook;
import dev.payonce.OrderStatus;
import dev.payonce.spring.SignedCallbacks.Signed;
import dev.payonce.spring.Wire.Raw;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Combined payments of WeChat Pay over the wire, on a real PostgreSQL and a real Redis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CombinedPaymentIT {
    private static final int SENDERS = 16;

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

    private void order(String orderNo, long fen) {
        assertThat(orders.create(new NewOrder(orderNo, new Money(fen, "CNY"), "user:" + orderNo, null, List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);
    }

    private OrderStatus status(String orderNo) {
        return orders.find(orderNo).orElseThrow().status();
    }

    private void assertPostedOnce(String... orderNos) {
        for (String orderNo : orderNos) {
            assertThat(status(orderNo)).as(orderNo).isEqualTo(OrderStatus.PAID);
            assertThat(count("SELECT count(*) FROM pay_transaction WHERE state = 'APPLIED' AND order_no = ?", orderNo))
                    .as(orderNo)
                    .isOne();
            assertThat(count("SELECT count(*) FROM ledger_entry WHERE biz_no = ?", "pay:" + orderNo))
                    .as(orderNo)
                    .isOne();
            assertThat(count("SELECT count(*) FROM note WHERE order_no = ?", orderNo))
                    .as(orderNo)
                    .isOne();
        }
    }

    private int count(String sql, String argument) {
        Integer count = jdbc.queryForObject(sql, Integer.class, argument);
        return count == null ? -1 : count;
    }

    @Test
    void eachOrderOfADeliveryIsPostedOnceUnderConcurrentDuplicates() {
        order("CA1", 100);
        order("CA2", 200);
        order("CA3", 300);
        Signed delivery = weChatCombined(
                "CA", subOrder("CA1", "TCA1", 100), subOrder("CA2", "TCA2", 200), subOrder("CA3", "TCA3", 300));
        List<Raw> answers = SeveralAtOnce.of(SENDERS, () -> wire.post("wx", delivery));
        assertThat(answers).extracting(Raw::status).containsOnly(200);
        assertPostedOnce("CA1", "CA2", "CA3");
    }

    @Test
    void aDeliveryIsNoSuccessUntilEachOrderIsCommittedAndTheOthersAreNotPostedAgain() {
        order("CB1", 100);
        order("CB3", 300);
        Signed delivery = weChatCombined(
                "CB", subOrder("CB1", "TCB1", 100), subOrder("CB2", "TCB2", 200), subOrder("CB3", "TCB3", 300));
        List<Raw> early = SeveralAtOnce.of(SENDERS, () -> wire.post("wx", delivery));
        assertThat(early).extracting(Raw::status).isSubsetOf(409, 503).contains(409);
        assertPostedOnce("CB1", "CB3");

        order("CB2", 200);
        List<Raw> late = SeveralAtOnce.of(SENDERS, () -> wire.post("wx", delivery));
        assertThat(late).extracting(Raw::status).contains(200);
        assertThat(wire.post("wx", delivery).status()).isEqualTo(200);
        assertPostedOnce("CB1", "CB2", "CB3");
    }

    @Test
    void aHandlerThatFailsForOneOrderCostsTheOthersNothing() {
        order("CC1", 100);
        order("FAILSCC2", 200);
        Signed delivery = weChatCombined("CC", subOrder("CC1", "TCC1", 100), subOrder("FAILSCC2", "TCC2", 200));
        assertThat(wire.post("wx", delivery).status()).isEqualTo(409);
        assertThat(wire.post("wx", delivery).status()).isEqualTo(409);
        assertPostedOnce("CC1");
        assertThat(status("FAILSCC2")).isEqualTo(OrderStatus.WAIT_PAY);
    }

    @Test
    void oneOrderTwiceInADeliveryIsPostedOnceAndAContradictionIsNone() {
        order("CD1", 100);
        assertThat(wire.post("wx", weChatCombined("CD", subOrder("CD1", "TCD1", 100), subOrder("CD1", "TCD1", 100)))
                        .status())
                .isEqualTo(200);
        assertPostedOnce("CD1");
        assertThat(wire.post("wx", weChatCombined("CE", subOrder("CD1", "TCD1", 100), subOrder("CD1", "TCD1", 999)))
                        .status())
                .isEqualTo(409);
        assertPostedOnce("CD1");
    }
}
