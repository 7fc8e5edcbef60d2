package dev.payonce.server.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigInteger;
import java.util.Map;

/** An account's balances by asset, as JSON. */
@Schema(name = "Account")
record AccountView(
        String account,

        @Schema(example = "{\"CNY\":9900,\"POINTS\":99}") Map<String, BigInteger> balances) {}
