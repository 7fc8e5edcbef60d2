package dev.payonce.lab.bench;

import dev.payonce.jdbc.InvariantChecker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The server's database, seen from beside it: makes orders ahead of time, posts payments directly into a second set of the
 * same tables (schema {@value #DIRECT}), and checks both afterwards.
 */
final class Database {
    static final String DIRECT = "direct";
    private static final String USER = "payonce";
    private static final int ACCOUNTS = 10_000;
    private static final List<String> SETTINGS =
            List.of("server_version", "fsync", "synchronous_commit", "full_page_writes", "shared_buffers");
    private static final List<String> TABLES =
            List.of("pay_transaction", "payment_order", "ledger_entry", "account_balance", "outbox_event");

    private static final String ORDERS = """
            INSERT INTO payment_order (order_no, status, amount, currency, account, postings, created_at, updated_at)
            SELECT '%1$s' || i, 'WAIT_PAY', 9900, 'CNY', 'user:' || i %% %4$d, jsonb_build_array(
                    jsonb_build_object('to', 'user:' || i %% %4$d, 'asset', 'CNY', 'amount', 9900),
                    jsonb_build_object('to', 'user:' || i %% %4$d, 'asset', 'COUPON/SPRING10', 'amount', 1),
                    jsonb_build_object('to', 'user:' || i %% %4$d, 'asset', 'POINTS', 'amount', 99)),
                now(), now()
            FROM generate_series(%2$d, %3$d) i
            """;

    private final String url;
    private final String password;
    private final Clock clock;

    private Database(int port, String password, Clock clock) {
        this.url = "jdbc:postgresql://127.0.0.1:" + port + "/payonce?currentSchema=";
        this.password = password;
        this.clock = clock;
    }

    /** The embedded server's, found by the files in its data directory. */
    static Database embedded(Path data, Clock clock) throws IOException {
        String port =
                Files.readAllLines(data.resolve("postgresql/postmaster.pid")).get(3);
        return new Database(Integer.parseInt(port), Files.readString(data.resolve("postgresql.password")), clock);
    }

    /** The server's settings on which the figures depend. */
    Map<String, String> settings() throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String name : SETTINGS) {
            settings.put(name, ask("public", "SELECT current_setting('" + name + "')"));
        }
        return settings;
    }

    /** Makes the second set of tables, by the product's own migration. */
    void makeDirectTables() throws SQLException, IOException {
        try (InputStream script = Objects.requireNonNull(
                InvariantChecker.class.getResourceAsStream("/db/payonce/postgresql/V1__payonce.sql"))) {
            execute("public", "CREATE SCHEMA " + DIRECT);
            execute(DIRECT, new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Orders {@code prefix + from} and on, each with three postings to one of {@value #ACCOUNTS} accounts. */
    void makeOrders(String schema, String prefix, int from, int count) throws SQLException {
        execute(schema, ORDERS.formatted(prefix, from, from + count - 1, ACCOUNTS));
        for (String table : TABLES) {
            execute(schema, "ANALYZE " + table);
        }
    }

    /** Posts the payments of these orders, in turn, over so many connections at once. */
    Load postDirectly(String prefix, int from, int count, int connections)
            throws SQLException, InterruptedException, ExecutionException {
        AtomicInteger next = new AtomicInteger(from);
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        List<DirectPosting> postings = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) {
                postings.add(new DirectPosting(connect(DIRECT)));
            }
            List<Future<Integer>> ends = new ArrayList<>();
            long start = System.nanoTime();
            for (DirectPosting posting : postings) {
                ends.add(threads.submit(() -> postUntil(posting, prefix, next, from + count)));
            }
            int done = 0;
            for (Future<Integer> end : ends) {
                done += end.get();
            }
            return new Load(done, count - done, System.nanoTime() - start);
        } finally {
            threads.shutdownNow();
            for (DirectPosting posting : postings) {
                posting.close();
            }
        }
    }

    private int postUntil(DirectPosting posting, String prefix, AtomicInteger next, int end) throws SQLException {
        int done = 0;
        for (int i = next.getAndIncrement(); i < end; i = next.getAndIncrement()) {
            OffsetDateTime now = clock.instant().atOffset(ZoneOffset.UTC);
            posting.post(prefix + i, "user:" + i % ACCOUNTS, now);
            done++;
        }
        return done;
    }

    /** What the books say is wrong with these payments, each of which must have been posted once; empty: nothing. */
    List<String> verify(String schema, int payments) throws SQLException {
        List<String> wrong = new ArrayList<>();
        new InvariantChecker(new DriverManagerDataSource(url + schema, USER, password))
                .check()
                .forEach(violation -> wrong.add(violation.toString()));
        expect(schema, "SELECT count(*) FROM pay_transaction WHERE state = 'APPLIED'", payments, wrong);
        expect(schema, "SELECT count(*) FROM pay_transaction", payments, wrong);
        expect(schema, "SELECT count(*) FROM payment_order WHERE status = 'PAID'", payments, wrong);
        expect(schema, "SELECT count(*) FROM ledger_entry", 3 * payments, wrong);
        expect(schema, "SELECT count(*) FROM outbox_event", payments, wrong);
        return wrong;
    }

    private void expect(String schema, String query, int expected, List<String> wrong) throws SQLException {
        String found = ask(schema, query);
        if (!found.equals(Integer.toString(expected))) {
            wrong.add(schema + ": " + query + " is " + found + ", expected " + expected);
        }
    }

    private String ask(String schema, String query) throws SQLException {
        try (Connection connection = connect(schema);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private void execute(String schema, String sql) throws SQLException {
        try (Connection connection = connect(schema);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection connect(String schema) throws SQLException {
        return DriverManager.getConnection(url + schema, USER, password);
    }
}
