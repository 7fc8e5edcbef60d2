package dev.payonce.lab.schemes.trial;

import dev.payonce.lab.ServerProcess.Launch;
import dev.payonce.lab.WeChatMerchant;
import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.Mixture;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.Storm;
import dev.payonce.simulator.StormResult;
import dev.payonce.simulator.StormSettings;
import dev.payonce.simulator.Weather;
import dev.payonce.simulator.wire.RandomText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * One cell of the table. For every contender and fault alike:
 *
 * <ol>
 *   <li>an empty database and an empty Redis; the receiver in a process of its own; orders; a few payments to warm it up;
 *   <li>the storm, with the fault in its middle; the platform sends again what was not acknowledged, until its schedule ends;
 *   <li>the receiver is told to end, after the work in hand;
 *   <li>what the platform was answered is held against what the books hold.
 * </ol>
 *
 * Not thread-safe: one at a time.
 */
final class Trial implements AutoCloseable {
    private static final long AMOUNT = 9900;
    private static final int ID_DIGITS = 27;
    private static final int MAX_RETRIES = 15;
    private static final List<String> JVM = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Path folder;
    private final Measures measures;
    private final Clock clock;
    private final WeChatMerchant merchant = new WeChatMerchant();
    private final Postgres postgres;
    private final Redises redises;

    /** Starts the database and Redis, which serve all trials, in this folder. */
    Trial(Path folder, Measures measures, Clock clock) throws IOException {
        this.folder = folder;
        this.measures = measures;
        this.clock = clock;
        this.postgres = new Postgres(folder);
        this.redises = new Redises(folder);
    }

    /** The versions of the servers, for the record. */
    String servers() {
        return "PostgreSQL " + postgres.version() + ", Redis " + redises.version();
    }

    Finding run(Contender contender, Fault fault) throws IOException, InterruptedException {
        postgres.reset();
        redises.reset();
        if (!contender.isPayOnce()) {
            postgres.jdbc().execute(contender.tables());
        }
        List<SimulatedPayment> payments = new ArrayList<>();
        StormResult result;
        try (Stage stage = new Stage(postgres, redises, launch(contender, fault))) {
            RandomGenerator random = new SplittableRandom(measures.seed());
            JdbcTemplate jdbc = postgres.jdbc();
            contender.makeOrders(jdbc, "warm-", Measures.WARM_UPS, AMOUNT);
            contender.makeOrders(jdbc, "order-", measures.payments(), AMOUNT);
            StormResult warm = new Storm(settings(Measures.CALM_IN_FLIGHT, 0))
                    .run(mailings(stage, payments("warm-", Measures.WARM_UPS, random), 1, random));
            if (!warm.asExpected()) {
                throw new IllegalStateException(contender.title() + " did not even post in peace: " + warm.byStatus());
            }
            payments.addAll(payments("order-", measures.payments(), random));
            result = storm(stage, fault, payments, random);
        }
        return Finding.of(
                contender,
                fault,
                payments,
                result,
                contender.postings(postgres.jdbc()),
                contender.violations(postgres.dataSource()));
    }

    private StormResult storm(Stage stage, Fault fault, List<SimulatedPayment> payments, RandomGenerator random)
            throws InterruptedException {
        boolean calm = fault == Fault.CALM;
        List<Mailing> mailings = mailings(stage, payments, calm ? 1 : measures.copies(), random);
        int deliveries = mailings.stream().mapToInt(Mailing::copies).sum();
        StormSettings settings = calm
                ? settings(Measures.CALM_IN_FLIGHT, 0)
                : settings(Measures.IN_FLIGHT, Measures.CUT_PERCENT).signingAhead();
        try (Strikes strikes = new Strikes(fault, stage, deliveries)) {
            strikes.prepare();
            StormResult result = new Storm(settings).run(mailings, progress -> {}, strikes::count);
            strikes.await();
            if (strikes.missed() > 0 || result.unfinished() > 0) {
                throw new IllegalStateException("the storm did not come to its end: " + strikes.missed()
                        + " steps of the fault and " + result.unfinished() + " deliveries are left");
            }
            return result;
        }
    }

    private StormSettings settings(int inFlight, int cutPercent) {
        return StormSettings.defaults()
                .withInFlight(inFlight)
                .withRetries(MAX_RETRIES, Measures.COMPRESSION)
                .withTimeLimit(Measures.TIME_LIMIT)
                .withSeed(measures.seed())
                .withWeather(new Weather(0, true, 0, cutPercent));
    }

    private List<Mailing> mailings(Stage stage, List<SimulatedPayment> payments, int copies, RandomGenerator random) {
        return Mixture.genuine(copies).of(merchant.platform(), WeChatMerchant.target(stage.port()), payments, random);
    }

    private List<SimulatedPayment> payments(String prefix, int count, RandomGenerator random) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> new SimulatedPayment(
                        "4" + RandomText.digits(random, ID_DIGITS), prefix + i, AMOUNT, "CNY", clock.instant()))
                .toList();
    }

    private Launch launch(Contender contender, Fault fault) {
        List<String> settings = new ArrayList<>(merchant.settings());
        settings.addAll(contender.settings(postgres.throughProxy(), redises.url(), fault.claim()));
        settings.add("--server.tomcat.basedir=" + folder.resolve("tomcat"));
        Path log = folder.resolve(contender.title() + "-" + fault.word() + ".log");
        return new Launch(JVM, contender.program(), settings, log);
    }

    @Override
    public void close() throws IOException {
        redises.close();
        postgres.close();
    }
}
