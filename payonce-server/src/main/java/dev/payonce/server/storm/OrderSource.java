package dev.payonce.server.storm;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;
import tools.jackson.dataformat.csv.CsvSchema;

/** Where a storm's orders come from: a file of CSV or of JSON lines, or a template. */
final class OrderSource {
    /** The most orders of one storm. */
    static final int MAX_ORDERS = 200_000;

    private static final String NUMBER = "{n}";

    private OrderSource() {}

    /** {@code ORDER-{n}} with n from 1, all of one amount. */
    static List<StormOrder> ofTemplate(String template, int count, long amount, String currency) {
        if (!template.contains(NUMBER)) {
            throw new IllegalArgumentException("the template needs " + NUMBER);
        }
        if (count < 1 || count > MAX_ORDERS) {
            throw new IllegalArgumentException("the count must be 1 to " + MAX_ORDERS);
        }
        return IntStream.rangeClosed(1, count)
                .mapToObj(n -> new StormOrder(template.replace(NUMBER, Integer.toString(n)), amount, currency))
                .toList();
    }

    /**
     * The orders of a file: {@code .csv} with a header line {@code orderNo,amount,currency}, else one JSON object a line.
     *
     * @throws IllegalArgumentException if it cannot be read, has none, too many, one twice or something else
     */
    static List<StormOrder> ofFile(Path file) {
        boolean csv = file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
        ObjectReader reader = csv
                ? CsvMapper.builder()
                        .enable(CsvReadFeature.SKIP_EMPTY_LINES)
                        .build()
                        .readerFor(StormOrder.class)
                        .with(CsvSchema.emptySchema().withHeader())
                : new JsonMapper().readerFor(StormOrder.class);
        List<StormOrder> orders = new ArrayList<>();
        Set<String> numbers = new HashSet<>();
        try (var in = behindMark(Files.newBufferedReader(file));
                MappingIterator<StormOrder> all = reader.readValues(in)) {
            while (all.hasNext()) {
                StormOrder order = all.next();
                if (!numbers.add(order.orderNo())) {
                    throw new IllegalArgumentException("order " + order.orderNo() + " is there twice");
                }
                if (orders.size() == MAX_ORDERS) {
                    throw new IllegalArgumentException("there are more than " + MAX_ORDERS + " orders");
                }
                orders.add(order);
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    file + ", line " + e.getLocation().getLineNr()
                            + ": needed are orderNo, amount (whole minor units, at"
                            + " least 1) and currency (three capital letters)"
                            + (csv ? ", as a header line names them" : "")
                            + ". " + e.getOriginalMessage(),
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    file + " cannot be read: " + e.getClass().getSimpleName(), e);
        }
        if (orders.isEmpty()) {
            throw new IllegalArgumentException(file + " has no orders");
        }
        return orders;
    }

    /** Spreadsheets write a byte order mark first. */
    private static BufferedReader behindMark(BufferedReader in) throws IOException {
        in.mark(1);
        if (in.read() != '\uFEFF') {
            in.reset();
        }
        return in;
    }
}
