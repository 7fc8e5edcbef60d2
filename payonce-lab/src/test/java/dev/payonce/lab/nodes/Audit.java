package dev.payonce.lab.nodes;

import dev.payonce.jdbc.InvariantChecker;
import dev.payonce.simulator.SimulatedPayment;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** What the books say of a storm. Reads only. */
final class Audit {
    private static final String APPLIED = "SELECT transaction_id FROM pay_transaction WHERE state = 'APPLIED'";

    private static final String DOUBLED = """
            SELECT order_no FROM ledger_entry WHERE starts_with(biz_no, 'pay:') GROUP BY order_no HAVING count(*) > 1
            UNION ALL
            SELECT transaction_id FROM pay_transaction GROUP BY transaction_id HAVING count(*) > 1
            """;

    private final DataSource books;
    private final JdbcTemplate jdbc;

    Audit(DataSource books) {
        this.books = books;
        this.jdbc = new JdbcTemplate(books);
    }

    /** Of these payments, those that are not applied. */
    Set<String> missing(Set<String> transactionIds) {
        Set<String> missing = new HashSet<>(transactionIds);
        jdbc.queryForList(APPLIED, String.class).forEach(missing::remove);
        return missing;
    }

    Set<String> lost(Collection<SimulatedPayment> payments) {
        Set<String> ids = new HashSet<>();
        payments.forEach(payment -> ids.add(payment.transactionId()));
        return missing(ids);
    }

    /** Orders that were posted twice, and payments with two rows. Each order has one posting. */
    List<String> doubled() {
        return jdbc.queryForList(DOUBLED, String.class);
    }

    /** Everything else that is wrong in the books. */
    List<String> violations() {
        return new InvariantChecker(books)
                .check().stream().map(Object::toString).toList();
    }
}
