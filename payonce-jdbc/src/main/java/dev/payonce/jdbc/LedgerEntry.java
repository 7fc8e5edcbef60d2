package dev.payonce.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A movement in the ledger. Immutable in the database too.
 *
 * @param id its place in lists
 * @param bizNo what caused it; unique together with {@code leg}
 * @param leg the index of the posting within its cause
 * @param from the account that gave
 * @param to the account that received
 * @param amount in the asset's minor units
 */
public record LedgerEntry(
        long id,
        String bizNo,
        int leg,
        String from,
        String to,
        String asset,
        long amount,
        @Nullable String orderNo,
        Instant createdAt) {}
