package dev.payonce.server.api;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An order as its owner asks for it, as JSON. */
@Schema(name = "NewOrder")
record OrderTerms(
        @Schema(requiredMode = RequiredMode.REQUIRED, minLength = 1, maxLength = 128, example = "A20261201-1")
        String orderNo,

        @Schema(
                requiredMode = RequiredMode.REQUIRED,
                minimum = "1",
                maximum = "9223372036854775807",
                example = "9900",
                description = "minor units")
        BigInteger amount,

        @Schema(requiredMode = RequiredMode.REQUIRED, pattern = "[A-Z]{3}", example = "CNY")
        String currency,

        @Schema(requiredMode = RequiredMode.REQUIRED, minLength = 1, maxLength = 128, example = "user:42")
        String account,

        @Schema(description = "the only channel that may pay it; absent: any", pattern = "[a-z][a-z0-9-]{0,31}")
        @Nullable
        String channel,

        @Schema(
                description =
                        "at most 100; those in the order's currency sum to its amount. Absent or empty: all to account")
        List<PostingTerms> postings) {

    static OrderTerms of(NewOrder order) {
        return new OrderTerms(
                order.orderNo(),
                BigInteger.valueOf(order.money().amount()),
                order.money().currency(),
                order.account(),
                order.channel(),
                order.postings().stream().map(PostingTerms::of).toList());
    }

    /** @throws org.springframework.web.ErrorResponseException 400 with everything that is missing, unknown or of a wrong type */
    static OrderTerms read(JsonFields fields) {
        OrderTerms terms = new OrderTerms(
                fields.text("orderNo"),
                fields.integer("amount"),
                fields.text("currency"),
                fields.text("account"),
                fields.optionalText("channel"),
                fields.objects("postings").stream().map(PostingTerms::read).toList());
        fields.requireWellFormed();
        return terms;
    }

    /** @throws org.springframework.web.ErrorResponseException 422 with every rule that is broken */
    NewOrder toOrder() {
        OrderRules.check(this);
        return new NewOrder(
                orderNo,
                new Money(amount.longValueExact(), currency),
                account,
                channel,
                postings.stream().map(PostingTerms::toPosting).toList());
    }
}
