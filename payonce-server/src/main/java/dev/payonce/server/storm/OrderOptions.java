package dev.payonce.server.storm;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which orders a storm pays. */
final class OrderOptions {
    @Option(
            names = "--orders",
            paramLabel = "FILE",
            description = "Orders that exist: .csv with a header line orderNo,amount,currency, else JSON lines.")
    private @Nullable Path file;

    @Option(
            names = "--order-template",
            paramLabel = "TEXT",
            defaultValue = "ORDER-{n}",
            description = "Without a file: the order numbers, n from 1 (default: ${DEFAULT-VALUE}).")
    private String template = "";

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "100",
            description = "Without a file: how many (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--amount",
            paramLabel = "N",
            defaultValue = "9900",
            description = "Without a file: each one's amount in minor units (default: ${DEFAULT-VALUE}).")
    private long amount;

    @Option(
            names = "--currency",
            paramLabel = "CODE",
            description = "Without a file: each one's currency (default: the platform's most common one).")
    private @Nullable String currency;

    List<StormOrder> orders(AccountType type) {
        return file != null
                ? OrderSource.ofFile(file)
                : OrderSource.ofTemplate(template, count, amount, currency == null ? type.currency() : currency);
    }
}
