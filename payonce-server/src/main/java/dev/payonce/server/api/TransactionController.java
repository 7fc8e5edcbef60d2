package dev.payonce.server.api;

import dev.payonce.Names;
import dev.payonce.jdbc.JdbcRecords;
import dev.payonce.jdbc.PayTransaction;
import dev.payonce.jdbc.TransactionFilter;
import dev.payonce.jdbc.TransactionState;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The payments on record, newest first. Stateless. */
@Tag(name = "transactions")
@RestController
final class TransactionController {
    private final JdbcRecords records;

    TransactionController(JdbcRecords records) {
        this.records = records;
    }

    @Operation(operationId = "listTransactions", summary = "Payments, newest first")
    @Parameter(name = "state", in = ParameterIn.QUERY, schema = @Schema(implementation = TransactionState.class))
    @Parameter(name = "channel", in = ParameterIn.QUERY, schema = @Schema(type = "string"))
    @Parameter(name = "transactionId", in = ParameterIn.QUERY, schema = @Schema(type = "string"))
    @Parameter(
            name = "orderNo",
            in = ParameterIn.QUERY,
            description = "the number that the platform named",
            schema = @Schema(type = "string"))
    @PageParameters
    @GetMapping(path = "/api/v1/transactions", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<TransactionView> list(@Parameter(hidden = true) HttpServletRequest request) {
        QueryParameters parameters = new QueryParameters(request);
        TransactionFilter filter = new TransactionFilter(
                state(parameters.text(
                        "state",
                        text -> state(text) != null,
                        "must be one of " + Arrays.toString(TransactionState.values()))),
                parameters.text("channel", Names::isChannel, "must match [a-z][a-z0-9-]{0,31}"),
                parameters.text("transactionId", Names::isName, "cannot be a transaction id"),
                parameters.text("orderNo", Names::isName, "cannot be an order number"));
        Page.Request page = parameters.page();
        parameters.requireValid();
        return page.page(records.transactions(filter, page.slice()), PayTransaction::id, TransactionView::of);
    }

    private static @Nullable TransactionState state(@Nullable String text) {
        return Arrays.stream(TransactionState.values())
                .filter(state -> state.name().equals(text))
                .findFirst()
                .orElse(null);
    }
}
