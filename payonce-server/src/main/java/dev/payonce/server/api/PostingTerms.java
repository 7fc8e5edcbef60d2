package dev.payonce.server.api;

import dev.payonce.Posting;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** A posting as JSON: what an order moves when it is paid. */
@Schema(name = "Posting")
record PostingTerms(
        @Schema(requiredMode = RequiredMode.REQUIRED, description = "the account that receives")
        String to,

        @Schema(
                requiredMode = RequiredMode.REQUIRED,
                example = "CNY",
                description = "a currency, POINTS, COUPON/SPRING10, …")
        String asset,

        @Schema(requiredMode = RequiredMode.REQUIRED, minimum = "1", maximum = "9223372036854775807", example = "9900")
        BigInteger amount,

        @Schema(
                description =
                        "the account that gives; absent: channel:{paying channel} for the order's currency, else issued")
        @Nullable
        String from) {

    static PostingTerms of(Posting posting) {
        return new PostingTerms(posting.to(), posting.asset(), BigInteger.valueOf(posting.amount()), posting.from());
    }

    static PostingTerms read(JsonFields fields) {
        return new PostingTerms(
                fields.text("to"), fields.text("asset"), fields.integer("amount"), fields.optionalText("from"));
    }

    /** To be called when {@link OrderRules} found nothing wrong. */
    Posting toPosting() {
        return new Posting(to, asset, amount.longValueExact(), from);
    }
}
