package dev.payonce.lab.fault;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.jdbc.InvariantChecker;
import dev.payonce.simulator.SimulatedPayment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** What stands in the database when the faults are over. */
final class Books {
    private final DataSource dataSource;
    private final JdbcTemplate jdbc;

    Books(DataSource dataSource) {
        this.dataSource = dataSource;
        this.jdbc = new JdbcTemplate(dataSource);
    }

    /** Those of a server that brought its own PostgreSQL, while it runs. */
    static Books of(Path dataDir) throws IOException {
        String port =
                Files.readAllLines(dataDir.resolve("postgresql/postmaster.pid")).get(3);
        return new Books(new DriverManagerDataSource(
                "jdbc:postgresql://127.0.0.1:" + port + "/payonce",
                "payonce",
                Files.readString(dataDir.resolve("postgresql.password"))));
    }

    private record Posted(String state, OffsetDateTime paidAt, OffsetDateTime appliedAt) {}

    /** Every acknowledged transaction has a committed row. */
    void requireRows(Set<String> acknowledged) {
        assertThat(rows().keySet()).containsAll(acknowledged);
    }

    /** Each of these payments is APPLIED and posted exactly once, and nothing is wrong with any other. */
    void requireOnePosting(Collection<SimulatedPayment> payments) {
        assertThat(new InvariantChecker(dataSource).check()).isEmpty();
        Map<String, Posted> rows = rows();
        Map<String, Integer> postings = jdbc
                .query(
                        "SELECT biz_no, count(*) AS n FROM ledger_entry GROUP BY biz_no",
                        (rs, i) -> Map.entry(rs.getString("biz_no"), rs.getInt("n")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertThat(rows)
                .containsKeys(
                        payments.stream().map(SimulatedPayment::transactionId).toArray(String[]::new));
        assertThat(payments).isNotEmpty().allSatisfy(payment -> {
            assertThat(requireNonNull(rows.get(payment.transactionId())).state).isEqualTo("APPLIED");
            assertThat(postings.get("pay:" + payment.orderNo())).isEqualTo(1);
        });
    }

    /** The same, with the times that are true in any zone. */
    void requirePostedOnce(Collection<SimulatedPayment> payments) {
        requireOnePosting(payments);
        Map<String, Posted> rows = rows();
        assertThat(payments).allSatisfy(payment -> {
            Posted row = requireNonNull(rows.get(payment.transactionId()));
            assertThat(row.paidAt.toInstant()).isEqualTo(payment.paidAt().truncatedTo(ChronoUnit.SECONDS));
            assertThat(row.appliedAt.toInstant())
                    .isBetween(payment.paidAt(), payment.paidAt().plus(10, ChronoUnit.MINUTES));
        });
    }

    /** No payment but these has come in by the channel. */
    void requireNoOthers(String channel, Collection<SimulatedPayment> payments) {
        assertThat(jdbc.queryForList(
                        "SELECT transaction_id FROM pay_transaction WHERE channel = ?", String.class, channel))
                .containsExactlyInAnyOrderElementsOf(
                        payments.stream().map(SimulatedPayment::transactionId).toList());
    }

    /** Fails by itself if a transaction id has two rows. */
    private Map<String, Posted> rows() {
        return jdbc
                .query(
                        "SELECT transaction_id, state, platform_paid_at, applied_at FROM pay_transaction",
                        (rs, i) -> Map.entry(
                                rs.getString("transaction_id"),
                                new Posted(
                                        rs.getString("state"),
                                        rs.getObject("platform_paid_at", OffsetDateTime.class),
                                        rs.getObject("applied_at", OffsetDateTime.class))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> {
                    throw new AssertionError("two rows of one payment: " + one + ", " + other);
                }));
    }
}
