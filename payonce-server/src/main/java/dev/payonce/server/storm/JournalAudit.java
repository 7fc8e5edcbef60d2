package dev.payonce.server.storm;

import dev.payonce.HeldReason;
import dev.payonce.Money;
import dev.payonce.jdbc.RecordedPayments;
import dev.payonce.jdbc.RecordedPayments.Recorded;
import dev.payonce.jdbc.TransactionState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the books against what a storm was answered (design 12, invariants 1, 2 and 6):
 *
 * <ol>
 *   <li>a forgery was never acknowledged;
 *   <li>a payment that was acknowledged is on record, APPLIED with all its entries, settled, or HELD for a reason whose
 *       answer is success by default;
 *   <li>what is on record says what was sent;
 *   <li>no payment is on record that was only forged, and none that was never sent: of the channels and the time of the
 *       journal.
 * </ol>
 *
 * Keeps one entry for each payment in memory and reads the books in portions. For one thread.
 */
public final class JournalAudit {
    private static final String FORGED_SUCCESS = "J1: a forgery is never acknowledged";
    private static final String WRONG_SUCCESS = "J2: an acknowledged payment is on record, and posted";
    private static final String OTHER_CONTENT = "J3: what is on record says what was sent";
    private static final String INVENTED = "J4: only what was genuinely sent is on record";

    private static final int PORTION = 1000;

    /** Answers may come late, and clocks of two machines differ. */
    private static final int MARGIN_SECONDS = 60;

    private final Map<Id, Sent> payments = new LinkedHashMap<>();
    private final Map<String, Integer> broken = new TreeMap<>();
    private final int limit;
    private final BiConsumer<String, Map<String, Object>> violation;
    private long deliveries;
    private Instant first = Instant.MAX;
    private Instant last = Instant.MIN;

    /**
     * An audit of nothing yet.
     *
     * @param limit rows told for each violated rule; 0: all
     * @param violation told the rule and a row that breaks it
     */
    public JournalAudit(int limit, BiConsumer<String, Map<String, Object>> violation) {
        this.limit = limit;
        this.violation = violation;
    }

    /** A payment's number, which only its platform has given once. */
    private record Id(String platform, String transactionId) {
        /** As the books have it: both of WeChat Pay's protocols tell of the same payments. */
        static Id of(JournalLine line) {
            return new Id(line.platform().startsWith("wechat-") ? "wechat" : line.platform(), line.transactionId());
        }

        static Id of(Recorded row) {
            return new Id(row.platform(), row.transactionId());
        }
    }

    /** What the journal says of one payment. */
    private static final class Sent {
        private final String platform;
        private final @Nullable String orderNo;
        private final Money money;
        private boolean genuine;
        private boolean acknowledged;

        Sent(JournalLine line) {
            platform = line.platform();
            orderNo = line.orderNo();
            money = new Money(line.amount(), line.currency());
        }
    }

    /** How many rules there are. */
    public static int size() {
        return 4;
    }

    /**
     * Adds a journal.
     *
     * @throws IOException when it cannot be read, is none, or holds no delivery
     */
    public void read(Path journal) throws IOException {
        long before = deliveries;
        Journal.read(journal, this::add);
        if (deliveries == before) {
            throw new IOException(journal + " holds no delivery");
        }
    }

    /** How many deliveries were read. */
    public long deliveries() {
        return deliveries;
    }

    /**
     * Holds the books against all that was read, and returns how many rules are broken.
     *
     * @throws dev.payonce.BookException when the books cannot be read
     */
    public int check(RecordedPayments books) {
        Set<String> channels = new HashSet<>();
        List<Id> portion = new ArrayList<>();
        for (Id id : payments.keySet()) {
            portion.add(id);
            if (portion.size() == PORTION) {
                compare(portion, books, channels);
                portion.clear();
            }
        }
        compare(portion, books, channels);
        if (!payments.isEmpty()) {
            books.forEachReceived(first.minusSeconds(MARGIN_SECONDS), last.plusSeconds(MARGIN_SECONDS), row -> {
                if (channels.contains(row.channel()) && !payments.containsKey(Id.of(row))) {
                    tell(INVENTED, row, "never sent");
                }
            });
        }
        return broken.size();
    }

    private void add(JournalLine line) {
        deliveries++;
        Sent sent = payments.computeIfAbsent(Id.of(line), id -> new Sent(line));
        if (line.genuine()) {
            sent.genuine = true;
            sent.acknowledged |= line.acknowledged();
        } else if (line.acknowledged()) {
            tell(FORGED_SUCCESS, facts(Id.of(line), "forgeries", line.forgeries()));
        }
        Instant at = line.sent();
        first = at.isBefore(first) ? at : first;
        last = at.isAfter(last) ? at : last;
    }

    private void compare(List<Id> ids, RecordedPayments books, Set<String> channels) {
        Map<Id, List<Recorded>> rows = books
                .find(ids.stream().map(Id::transactionId).toList())
                .stream()
                .collect(Collectors.groupingBy(Id::of));
        for (Id id : ids) {
            Sent sent = payments.get(id);
            if (sent == null) {
                throw new IllegalStateException("an id that was not read");
            }
            // Of several merchants' payments with one number the one for the same order.
            Recorded row = rows.getOrDefault(id, List.of()).stream()
                    .min(Comparator.comparing(some -> !Objects.equals(some.orderNo(), sent.orderNo)))
                    .orElse(null);
            if (row == null) {
                if (sent.acknowledged) {
                    tell(WRONG_SUCCESS, facts(id, "found", "no row"));
                }
                continue;
            }
            channels.add(row.channel());
            compare(sent, row);
        }
    }

    private void compare(Sent sent, Recorded row) {
        if (!sent.genuine) {
            tell(INVENTED, row, "only forged");
        } else if (sent.acknowledged && !deservesSuccess(sent, row)) {
            tell(WRONG_SUCCESS, row, row.posted() + " of " + row.expected() + " entries");
        } else if (!sent.money.equals(row.money()) || (sent.orderNo != null && !sent.orderNo.equals(row.orderNo()))) {
            tell(OTHER_CONTENT, row, "sent " + sent.money + " for " + sent.orderNo);
        }
    }

    private static boolean deservesSuccess(Sent sent, Recorded row) {
        if (row.state() == TransactionState.APPLIED) {
            return row.expected() > 0 && row.posted() == row.expected();
        }
        HeldReason reason = row.heldReason();
        // One failure holds up Adyen's whole queue: what is HELD there is answered with success.
        return row.state() != TransactionState.HELD
                || sent.platform.equals("adyen")
                || (reason != null && reason.acknowledgedByDefault());
    }

    private static Map<String, Object> facts(Id id, String name, Object value) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("platform", id.platform());
        facts.put("transaction_id", id.transactionId());
        facts.put(name, value);
        return facts;
    }

    private void tell(String rule, Recorded row, String found) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("channel", row.channel());
        facts.put("transaction_id", row.transactionId());
        facts.put("order_no", row.orderNo());
        facts.put("amount", row.money());
        facts.put("state", row.state());
        facts.put("held_reason", row.heldReason());
        facts.put("found", found);
        tell(rule, facts);
    }

    private void tell(String rule, Map<String, Object> row) {
        if (broken.merge(rule, 1, Integer::sum) <= limit || limit == 0) {
            violation.accept(rule, row);
        }
    }
}
