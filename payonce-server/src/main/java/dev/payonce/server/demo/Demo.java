package dev.payonce.server.demo;

import dev.payonce.NewOrder;
import dev.payonce.jdbc.JdbcRecords;
import dev.payonce.jdbc.PayTransaction;
import dev.payonce.jdbc.Slice;
import dev.payonce.jdbc.TransactionFilter;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.SpringApplication;

/**
 * The main job end to end:
 *
 * <ol>
 *   <li>the server starts in a temporary folder;
 *   <li>orders are created through its HTTP API;
 *   <li>each payment is delivered many times at once, among forgeries;
 *   <li>Redis is emptied, and the payments are delivered again;
 *   <li>payments come that fit no order, and some before their order;
 *   <li>the evidence is taken and judged.
 * </ol>
 *
 * Leaves nothing behind, whatever its end.
 */
final class Demo {
    private static final int LOG_LINES = 15;
    private static final int COPIES_AFTER_AMNESIA = 2;

    private final DemoSettings settings;
    private final PrintWriter out;
    private final Steps steps;
    private final Clock clock = Clock.systemUTC();

    Demo(DemoSettings settings, PrintWriter out, boolean terminal) {
        this.settings = settings;
        this.out = out;
        this.steps = new Steps(out, terminal);
    }

    /** Runs the demo against this application, which was not run before; whether the books are right. */
    boolean run(SpringApplication application) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        out.printf(
                Locale.ROOT,
                "PayOnce demo: %,d payments, each delivered %,d times at once (--seed=%d)%n%n",
                settings.payments(),
                settings.copies(),
                settings.seed());
        out.flush();
        DemoChannels channels = DemoChannels.generate();
        DemoPlan plan = DemoPlan.of(settings, channels, clock.instant());
        try (Interruption interruption = new Interruption();
                TemporaryFolder folder = new TemporaryFolder()) {
            try {
                Evidence evidence = play(plan, application, channels, folder, interruption);
                Verdict verdict = Verdict.of(evidence);
                Report.of(evidence, verdict).forEach(out::println);
                out.printf(
                        Locale.ROOT, "%nThat took %s.%n", Steps.seconds(Duration.ofNanos(System.nanoTime() - begun)));
                out.flush();
                return verdict.holds();
            } catch (IOException | RuntimeException e) {
                if (interruption.stopped()) {
                    throw new InterruptedException("the process was told to stop");
                }
                tellFailure(e, folder);
                return false;
            }
        }
    }

    private Evidence play(
            DemoPlan plan,
            SpringApplication application,
            DemoChannels channels,
            TemporaryFolder folder,
            Interruption interruption)
            throws IOException, InterruptedException {
        steps.begin("start", "PostgreSQL, Redis and the server, in a temporary folder");
        try (DemoServer server = DemoServer.start(application, channels, folder.path())) {
            steps.end();
            try {
                interruption.allow();
                return play(plan, server);
            } finally {
                interruption.forbid();
            }
        }
    }

    private Evidence play(DemoPlan plan, DemoServer server) throws IOException, InterruptedException {
        OrderClient client = server.orders();
        createOrders(plan, client);
        Deliveries deliveries = new Deliveries(
                server.uri(), settings.seed(), sent -> steps.progress(String.format(Locale.ROOT, "%,d sent", sent)));
        MeterReading start = server.meters();

        steps.begin("storm", "all copies of a payment at once, on two channels, among forgeries");
        deliveries.deliverAmongForgeries(plan.of(Story.PAID), settings.copies());
        steps.end();

        steps.begin("amnesia", "Redis emptied, every payment delivered again");
        server.emptyRedis();
        deliveries.deliver(plan.of(Story.PAID), COPIES_AFTER_AMNESIA);
        steps.end();
        MeterReading afterStorm = server.meters();

        steps.begin("trouble", "wrong amount, unknown order, closed order, paid twice, order late");
        List<PlannedPayment> early = plan.of(Story.EARLY);
        deliveries.deliverTooEarly(early, settings.copies());
        deliveries.deliver(
                plan.troublesome().stream()
                        .filter(payment -> payment.story() != Story.EARLY)
                        .toList(),
                settings.copies());
        MeterReading afterTrouble = server.meters();
        createLate(early, client);
        deliveries.deliver(early, settings.copies());
        MeterReading end = server.meters();
        steps.end();

        steps.begin("check", "journal, meters and database against each other");
        Tally tally = Tally.ofApplicable(afterStorm.since(start))
                .plus(Tally.ofInapplicable(afterTrouble.since(afterStorm)))
                .plus(Tally.ofApplicable(end.since(afterTrouble)));
        JdbcRecords records = server.records();
        Evidence evidence = new Evidence(
                plan,
                deliveries.result(),
                tally,
                rows(records),
                Balances.actual(plan, records::balances),
                server.violations());
        steps.end();
        return evidence;
    }

    private void createOrders(DemoPlan plan, OrderClient client) throws IOException, InterruptedException {
        List<NewOrder> orders = plan.orders();
        steps.begin(
                "orders",
                String.format(Locale.ROOT, "%,d with three postings each: balance, points, coupon", orders.size()));
        for (int i = 0; i < orders.size(); i++) {
            client.create(orders.get(i));
            steps.progress(String.format(Locale.ROOT, "%,d created", i + 1));
        }
        for (PlannedPayment closed : plan.of(Story.CLOSED_ORDER)) {
            client.close(closed.order());
        }
        steps.end();
    }

    /** The payments are applied when their orders come: nothing is delivered meanwhile. */
    private static void createLate(List<PlannedPayment> early, OrderClient client)
            throws IOException, InterruptedException {
        List<NewOrder> late = early.stream().map(PlannedPayment::order).toList();
        for (NewOrder order : late) {
            client.create(order);
        }
        if (!client.awaitPaid(late)) {
            throw new IOException("an order was not paid by the payment that had come before it");
        }
    }

    private static List<PayTransaction> rows(JdbcRecords records) {
        List<PayTransaction> rows = new ArrayList<>();
        long before = Slice.NEWEST;
        List<PayTransaction> slice;
        do {
            slice = records.transactions(TransactionFilter.ALL, new Slice(before, Slice.MAX_LIMIT));
            rows.addAll(slice);
            before = slice.isEmpty() ? before : slice.get(slice.size() - 1).id();
        } while (!slice.isEmpty());
        return rows;
    }

    /** Without stack traces: what fails here is nearly always the machine, and the server's log says how. */
    private void tellFailure(Exception failure, TemporaryFolder folder) throws IOException {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        out.printf(Locale.ROOT, "%n%nThe demo broke off: %s%n", root);
        List<String> tail = DemoServer.logTail(folder.path(), LOG_LINES);
        if (!tail.isEmpty()) {
            out.printf(Locale.ROOT, "The end of the server's log:%n");
            tail.forEach(line -> out.println("  " + line));
        }
        out.flush();
    }
}
