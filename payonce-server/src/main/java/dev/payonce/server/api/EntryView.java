package dev.payonce.server.api;

import dev.payonce.jdbc.LedgerEntry;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A ledger entry as JSON. */
@Schema(name = "Entry")
record EntryView(
        long id,
        String bizNo,
        int leg,
        String from,
        String to,
        String asset,
        long amount,
        @Nullable String orderNo,
        Instant createdAt) {

    static EntryView of(LedgerEntry entry) {
        return new EntryView(
                entry.id(),
                entry.bizNo(),
                entry.leg(),
                entry.from(),
                entry.to(),
                entry.asset(),
                entry.amount(),
                entry.orderNo(),
                entry.createdAt());
    }
}
