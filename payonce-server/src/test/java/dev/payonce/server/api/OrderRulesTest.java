package dev.payonce.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.web.ErrorResponseException;

/** The rules told field by field are those that {@link NewOrder} insists on: what is left out here would be an error 500. */
class OrderRulesTest {
    private static final int ORDERS = 50_000;

    private static final List<String> NAMES = List.of(
            "user:1",
            "user:2",
            "issued",
            "channel:wx",
            "channel:",
            "suspense:wx",
            "suspense:",
            "Issued",
            "a/b",
            "",
            " padded",
            "a\u0000b",
            "x".repeat(128),
            "x".repeat(129));

    private static final List<String> ASSETS = List.of("CNY", "USD", "POINTS", "COUPON/SPRING10", "", " CNY");
    private static final List<String> CURRENCIES = List.of("CNY", "CNY", "USD", "cny", "CN", "");
    private static final List<String> CHANNELS = List.of("wx", "Wx", "", "w".repeat(33));
    private static final List<BigInteger> AMOUNTS = LongStream.of(1, 2, 3, 3, 3, 0, -1, Long.MAX_VALUE)
            .mapToObj(BigInteger::valueOf)
            .toList();
    private static final BigInteger TOO_MUCH =
            BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE);

    private final SplittableRandom random = new SplittableRandom(20261202);

    @Test
    void ordersAreRefusedExactlyWhereTheEngineRefusesThem() {
        int right = 0;
        for (int i = 0; i < ORDERS; i++) {
            OrderTerms terms = terms();
            boolean taken = engineTakes(terms);
            if (taken) {
                OrderRules.check(terms);
                right++;
            } else {
                assertThatThrownBy(() -> OrderRules.check(terms))
                        .describedAs(terms.toString())
                        .isInstanceOf(ErrorResponseException.class);
            }
        }
        assertThat(right).isBetween(ORDERS / 100, ORDERS * 99 / 100);
    }

    @Test
    void amountsBeyondALongAreRefusedInEveryPlace() {
        PostingTerms posting = new PostingTerms("user:1", "POINTS", TOO_MUCH, null);

        assertThatThrownBy(() -> new OrderTerms("P1", TOO_MUCH, "CNY", "user:1", null, List.of()).toOrder())
                .isInstanceOf(ErrorResponseException.class);
        assertThatThrownBy(
                        () -> new OrderTerms("P1", BigInteger.ONE, "CNY", "user:1", null, List.of(posting)).toOrder())
                .isInstanceOf(ErrorResponseException.class);
    }

    private static boolean engineTakes(OrderTerms terms) {
        try {
            var unused = new NewOrder(
                    terms.orderNo(),
                    new Money(terms.amount().longValueExact(), terms.currency()),
                    terms.account(),
                    terms.channel(),
                    terms.postings().stream().map(PostingTerms::toPosting).toList());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private OrderTerms terms() {
        int postings = random.nextInt(50) == 0 ? NewOrder.MAX_POSTINGS + random.nextInt(2) : random.nextInt(4);
        return new OrderTerms(
                mostly("P1", NAMES),
                one(AMOUNTS),
                one(CURRENCIES),
                mostly("user:1", NAMES),
                random.nextInt(4) == 0 ? one(CHANNELS) : null,
                IntStream.range(0, postings).mapToObj(i -> posting()).toList());
    }

    private PostingTerms posting() {
        return new PostingTerms(mostly("user:1", NAMES), mostly("CNY", ASSETS), one(AMOUNTS), giver());
    }

    private @Nullable String giver() {
        return random.nextInt(3) == 0 ? one(NAMES) : null;
    }

    private String mostly(String usual, List<String> odd) {
        return random.nextInt(4) == 0 ? one(odd) : usual;
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
