package dev.payonce.jdbc;

import dev.payonce.HeldReason;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/**
 * What waits in the database: {@code payonce.held{reason}}, {@code payonce.outbox.pending} and
 * {@code payonce.outbox.oldest.age} (design 10). All of them are there with zero from the start, and hold what the last
 * {@link #refresh} saw: a scrape never waits for the database. Thread-safe.
 */
public final class BookGauges {
    /** Counting goes no further: beyond it something is wrong, whatever the number. */
    static final int MOST_PENDING = 100_000;

    private static final String HELD =
            "SELECT held_reason, count(*) AS number FROM pay_transaction WHERE state = 'HELD' GROUP BY held_reason";

    /** Only what PayOnce itself hands out; events for others leave the table by the others' means. */
    private static final String PENDING = """
            SELECT count(*) AS number, min(created_at) AS oldest
            FROM (SELECT created_at FROM outbox_event
                  WHERE aggregatetype = 'alert' AND published_at IS NULL
                  ORDER BY seq
                  LIMIT :most) pending
            """;

    private final NamedParameterJdbcTemplate jdbc;
    private final Clock clock;
    private final Map<HeldReason, AtomicLong> held = new EnumMap<>(HeldReason.class);
    private final AtomicLong pending = new AtomicLong();
    private final AtomicLong oldestAgeMillis = new AtomicLong();

    public BookGauges(JdbcPaymentBook.Store store, MeterRegistry registry, Clock clock) {
        this.jdbc = new NamedParameterJdbcTemplate(store.dataSource());
        this.clock = clock;
        for (HeldReason reason : HeldReason.values()) {
            AtomicLong number = new AtomicLong();
            held.put(reason, number);
            Gauge.builder("payonce.held", number, AtomicLong::get)
                    .description("Payments on record that are not applied")
                    .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        Gauge.builder("payonce.outbox.pending", pending, AtomicLong::get)
                .description("Alerts that no sink has taken yet, counted up to " + MOST_PENDING)
                .register(registry);
        Gauge.builder("payonce.outbox.oldest.age", oldestAgeMillis, millis -> millis.get() / 1000.0)
                .description("Age of the oldest alert that no sink has taken yet")
                .baseUnit("seconds")
                .register(registry);
    }

    /** Reads the database anew, through two indexes. What was seen last stays if this fails. */
    public void refresh() {
        Map<String, Long> numbers = new HashMap<>();
        jdbc.query(HELD, rs -> {
            numbers.put(rs.getString("held_reason"), rs.getLong("number"));
        });
        held.forEach((reason, number) -> number.set(numbers.getOrDefault(reason.name(), 0L)));
        jdbc.query(PENDING, Map.of("most", MOST_PENDING), rs -> {
            OffsetDateTime oldest = rs.getObject("oldest", OffsetDateTime.class);
            pending.set(rs.getLong("number"));
            oldestAgeMillis.set(
                    oldest == null
                            ? 0
                            : Duration.between(oldest.toInstant(), clock.instant())
                                    .toMillis());
        });
    }
}
