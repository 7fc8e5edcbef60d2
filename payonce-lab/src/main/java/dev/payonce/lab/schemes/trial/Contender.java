package dev.payonce.lab.schemes.trial;

import dev.payonce.jdbc.InvariantChecker;
import dev.payonce.lab.schemes.Pattern;
import dev.payonce.lab.schemes.Receiver;
import dev.payonce.server.embedded.PostgresConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Whoever is tried: PayOnce's real server, or one of the {@link Pattern}s. Immutable.
 *
 * @param title its name
 * @param program the main class and what comes before the settings
 * @param tables SQL that makes its tables; empty: it makes them itself at its start
 * @param orders SQL that makes orders, with the placeholders of {@link String#format}: prefix, how many, amount
 * @param postings SQL that counts each order's postings
 */
record Contender(String title, List<String> program, String tables, List<String> orders, String postings) {
    private static final int ACCOUNTS = 50;
    private static final List<String> PAYONCE_ORDERS = List.of("""
            INSERT INTO payment_order (order_no, status, amount, currency, account, postings, created_at, updated_at)
            SELECT '%1$s' || i, 'WAIT_PAY', %3$d, 'CNY', 'user:' || i %% %4$d, jsonb_build_array(
                    jsonb_build_object('to', 'user:' || i %% %4$d, 'asset', 'CNY', 'amount', %3$d)),
                now(), now()
            FROM generate_series(1, %2$d) i
            """, "ANALYZE");

    private static final List<String> PATTERN_ORDERS = List.of("""
            INSERT INTO orders (order_no, account, amount, status)
            SELECT '%1$s' || i, 'user:' || i %% %4$d, %3$d, 'WAIT_PAY' FROM generate_series(1, %2$d) i
            """, """
            INSERT INTO balances (account, balance) SELECT 'user:' || i, 0 FROM generate_series(0, %4$d - 1) i
            ON CONFLICT (account) DO NOTHING
            """, "ANALYZE");

    Contender {
        program = List.copyOf(program);
        orders = List.copyOf(orders);
    }

    /** All, in the order of the table; PayOnce last. */
    static List<Contender> all() {
        return Stream.concat(Stream.of(Pattern.values()).map(Contender::of), Stream.of(payOnce()))
                .toList();
    }

    private static Contender of(Pattern pattern) {
        return new Contender(
                pattern.title(),
                List.of(Receiver.class.getName(), "--scheme=" + pattern.name()),
                pattern.tables(),
                PATTERN_ORDERS,
                "SELECT order_no, count(*) AS n FROM ledger GROUP BY order_no");
    }

    private static Contender payOnce() {
        return new Contender(
                "PayOnce",
                List.of("dev.payonce.server.PayOnce", "serve"),
                "",
                PAYONCE_ORDERS,
                "SELECT substr(biz_no, 5) AS order_no, count(*) AS n FROM ledger_entry"
                        + " WHERE starts_with(biz_no, 'pay:') GROUP BY biz_no");
    }

    boolean isPayOnce() {
        return tables.isEmpty();
    }

    /** The settings of its process, beside the channel's. */
    List<String> settings(PostgresConnection database, String redisUrl, Duration claim) {
        List<String> settings = new ArrayList<>();
        String prefix = isPayOnce() ? "--spring." : "--";
        settings.add(prefix + "datasource.url=" + database.jdbcUrl());
        settings.add(prefix + "datasource.username=" + database.user());
        settings.add(prefix + "datasource.password=" + database.password());
        if (isPayOnce()) {
            settings.add("--spring.data.redis.url=" + redisUrl);
            settings.add("--spring.config.location=classpath:/");
            settings.add("--logging.level.root=WARN");
            settings.add("--payonce.gate.allow-unsafe-ttl=true");
            settings.add("--payonce.gate.processing-ttl=" + claim.toMillis() + "ms");
        } else {
            settings.add("--redis.url=" + redisUrl);
            settings.add("--claim-ttl-millis=" + claim.toMillis());
        }
        return settings;
    }

    /** Makes orders {@code prefix + 1} and on. */
    void makeOrders(JdbcTemplate jdbc, String prefix, int count, long amount) {
        orders.forEach(sql -> jdbc.execute(sql.formatted(prefix, count, amount, ACCOUNTS)));
    }

    /** How often each order was posted; one that never was is absent. */
    Map<String, Integer> postings(JdbcTemplate jdbc) {
        Map<String, Integer> counts = new HashMap<>();
        jdbc.query(postings, row -> {
            counts.put(row.getString("order_no"), row.getInt("n"));
        });
        return counts;
    }

    /** What PayOnce's books themselves say is wrong; of the others there is nothing to say. */
    Optional<String> violations(DataSource books) {
        return isPayOnce()
                ? new InvariantChecker(books)
                        .check().stream().map(Object::toString).findFirst()
                : Optional.empty();
    }
}
