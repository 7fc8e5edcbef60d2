package dev.payonce.server.api;

import dev.payonce.jdbc.JdbcRecords;
import dev.payonce.jdbc.LedgerEntry;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The accounts of the ledger. An account that never moved is one without balances. Stateless. */
@Tag(name = "accounts")
@RestController
final class AccountController {
    private static final String ACCOUNT = "/api/v1/accounts/{account}";

    private final JdbcRecords records;

    AccountController(JdbcRecords records) {
        this.records = records;
    }

    @Operation(operationId = "getAccount", summary = "An account's balances by asset")
    @Parameter(name = "account", in = ParameterIn.PATH, required = true, schema = @Schema(type = "string"))
    @GetMapping(path = ACCOUNT, produces = MediaType.APPLICATION_JSON_VALUE)
    AccountView get(@Parameter(hidden = true) HttpServletRequest request) {
        String account = account(request);
        return new AccountView(account, records.balances(account));
    }

    @Operation(operationId = "listEntries", summary = "The entries to and from an account, newest first")
    @Parameter(name = "account", in = ParameterIn.PATH, required = true, schema = @Schema(type = "string"))
    @PageParameters
    @GetMapping(path = ACCOUNT + "/entries", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<EntryView> entries(@Parameter(hidden = true) HttpServletRequest request) {
        String account = account(request);
        QueryParameters parameters = new QueryParameters(request);
        Page.Request page = parameters.page();
        parameters.requireValid();
        return page.page(records.entries(account, page.slice()), LedgerEntry::id, EntryView::of);
    }

    private static String account(HttpServletRequest request) {
        return PathName.of(request).orElseThrow(() -> Problems.malformed("account", "cannot be an account's name"));
    }
}
