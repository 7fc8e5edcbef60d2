package dev.payonce.memory;

import dev.payonce.HeldReason;
import dev.payonce.OrderStatus;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.PaymentOrder;
import dev.payonce.Posting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tables of design 7 and their keys. Whoever reads or writes holds the monitor of the commits. */
final class Tables {
    final Table<Long, Row> rows = new Table<>();
    final Table<Object, Long> ids = new Table<>();
    final Table<String, PaymentOrder> orders = new Table<>();
    final Table<Object, Entry> entries = new Table<>();
    final Table<String, Long> balances = new Table<>();
    final Table<String, String> events = new Table<>();
    private final Set<Defence> missing;
    private long lastId;

    Tables(Set<Defence> missing) {
        this.missing = Set.copyOf(missing);
    }

    /** The id of the new row; empty when one with the payment's key is there. */
    Optional<Row> insert(Transaction tx, Row row) {
        long id = ++lastId;
        PaymentKey key = row.payment().key();
        Object unique = missing.contains(Defence.UNIQUE_TRANSACTION) ? List.of(key, id) : key;
        if (!ids.insert(tx, unique, id)) {
            return Optional.empty();
        }
        Row numbered = new Row(id, row.payment(), row.applied(), row.reason(), 0, row.nextLook());
        require(rows.insert(tx, id, numbered));
        return Optional.of(numbered);
    }

    Optional<Row> find(Transaction tx, PaymentKey key) {
        Long id = ids.read(tx, key);
        return id == null ? Optional.empty() : Optional.ofNullable(rows.read(tx, id));
    }

    void post(Transaction tx, Entry entry) {
        Object unique = missing.contains(Defence.UNIQUE_ENTRY) ? List.of(entry.key(), ++lastId) : entry.key();
        if (!entries.insert(tx, unique, entry)) {
            throw new SqlFault(SqlFault.Kind.CONSTRAINT, "uk_ledger_entry_biz");
        }
    }

    void addToBalance(Transaction tx, String key, long delta) {
        if (!balances.insert(tx, key, delta) && !balances.update(tx, key, balance -> Math.addExact(balance, delta))) {
            // ON CONFLICT DO UPDATE finds the row that its insert met, also one younger than its snapshot.
            tx.beginStatement();
            require(balances.update(tx, key, balance -> Math.addExact(balance, delta)));
        }
    }

    /** Of a type and a subject, once. */
    boolean event(Transaction tx, String event) {
        return events.insert(tx, event, event);
    }

    static void require(boolean one) {
        if (!one) {
            throw new IllegalStateException("expected to change one row");
        }
    }

    /** The first reason, in the order of design 4, why an order as it stands cannot be paid by this. */
    Optional<HeldReason> whyNotPayable(@Nullable PaymentOrder order, PaymentNotification payment) {
        if (order == null) {
            return Optional.of(HeldReason.ORDER_UNKNOWN);
        }
        return switch (order.status()) {
            case CLOSED -> Optional.of(HeldReason.ORDER_CLOSED);
            case PAID, REFUNDING, REFUNDED, PARTLY_REFUNDED -> Optional.of(HeldReason.EXCESS_PAYMENT);
            case WAIT_PAY -> {
                String expected = order.order().channel();
                if (expected != null && !expected.equals(payment.channel())) {
                    yield Optional.of(HeldReason.CHANNEL_MISMATCH);
                }
                boolean equal = order.order().money().equals(payment.money());
                yield equal ? Optional.empty() : Optional.of(HeldReason.AMOUNT_MISMATCH);
            }
        };
    }

    boolean isPayable(PaymentOrder order, PaymentNotification payment) {
        return missing.contains(Defence.CONDITIONAL_UPDATE)
                || whyNotPayable(order, payment).isEmpty();
    }

    Map<String, Long> balances(String account) {
        Map<String, Long> sums = new TreeMap<>();
        entries.committed().forEach(entry -> {
            if (entry.to().equals(account)) {
                sums.merge(entry.asset(), entry.amount(), Long::sum);
            }
            if (entry.from().equals(account)) {
                sums.merge(entry.asset(), -entry.amount(), Long::sum);
            }
        });
        return sums;
    }

    /** What breaks the invariants 2 to 5 of design 12. */
    List<String> violations() {
        List<String> found = new ArrayList<>();
        Map<String, Long> suspended = new TreeMap<>();
        Map<PaymentKey, Integer> seen = new TreeMap<>(java.util.Comparator.comparing(PaymentKey::toString));
        rows.committed().forEach(row -> {
            if (seen.merge(row.payment().key(), 1, Integer::sum) == 2) {
                found.add("payment has two rows: " + row.suspense());
            }
            if (row.isHeld()) {
                suspended.merge(
                        "suspense:" + row.payment().channel() + "|"
                                + row.payment().money().currency(),
                        row.payment().money().amount(),
                        Long::sum);
            } else {
                checkApplied(row, found);
            }
        });
        orders.committed().forEach(order -> checkOrder(order, found));
        checkSums(suspended, found);
        return found;
    }

    private void checkApplied(Row row, List<String> found) {
        PaymentOrder order = orderOf(row);
        if (order == null
                || order.status() != OrderStatus.PAID
                || !row.payment().key().transactionId().equals(order.transactionId())
                || !order.order().money().equals(row.payment().money())) {
            found.add("APPLIED without having paid its order: " + row.suspense());
            return;
        }
        List<Entry> posted = entries.committed()
                .filter(entry -> entry.bizNo().equals("pay:" + order.order().orderNo()))
                .toList();
        List<Posting> asked = order.order().postings();
        boolean equal = posted.size() == asked.size();
        for (int leg = 0; equal && leg < asked.size(); leg++) {
            equal = posted.get(leg).to().equals(asked.get(leg).to())
                    && posted.get(leg).amount() == asked.get(leg).amount();
        }
        if (!equal) {
            found.add("entries are not those of the order: " + order.order().orderNo());
        }
        if (events.committed("payment.applied " + order.order().orderNo()) == null) {
            found.add("no event of the payment: " + row.suspense());
        }
    }

    private @Nullable PaymentOrder orderOf(Row row) {
        String orderNo = row.payment().orderNo();
        return orderNo == null ? null : orders.committed(orderNo);
    }

    private void checkOrder(PaymentOrder order, List<String> found) {
        String orderNo = order.order().orderNo();
        long applied = rows.committed()
                .filter(row -> row.applied() && orderNo.equals(row.payment().orderNo()))
                .count();
        if (applied != (order.status() == OrderStatus.PAID ? 1 : 0)) {
            found.add("order " + orderNo + " is " + order.status() + " with APPLIED payments: " + applied);
        }
    }

    private void checkSums(Map<String, Long> suspended, List<String> found) {
        Map<String, Long> sums = new TreeMap<>();
        entries.committed().forEach(entry -> {
            sums.merge(entry.to() + "|" + entry.asset(), entry.amount(), Long::sum);
            sums.merge(entry.from() + "|" + entry.asset(), -entry.amount(), Long::sum);
        });
        sums.forEach((key, sum) -> {
            long kept = Entry.isClearing(key.substring(0, key.indexOf('|')))
                    ? key.startsWith("suspense:") ? suspended.getOrDefault(key, 0L) : sum
                    : Optional.ofNullable(balances.committed(key)).orElse(0L);
            if (kept != sum) {
                found.add("balance of " + key + " is " + kept + " but its entries sum to " + sum);
            }
        });
        suspended.keySet().stream()
                .filter(key -> !sums.containsKey(key))
                .forEach(key -> found.add("nothing in " + key));
        Collections.sort(found);
    }
}
