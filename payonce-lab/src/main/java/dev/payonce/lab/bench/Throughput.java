package dev.payonce.lab.bench;

import dev.payonce.lab.ServerProcess;
import dev.payonce.lab.ServerProcess.Launch;
import dev.payonce.simulator.SignedRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * The benchmark. This process is the client; the server, with real PostgreSQL and Redis, is another. Interleaved rounds of
 *
 * <ol>
 *   <li>(a) a constant answer of the same HTTP server to the same POST, body read;
 *   <li>(b) duplicates of posted payments, end to end, RSA verified;
 *   <li>(c) new payments with three postings, end to end;
 *   <li>(d) the same rows written straight into PostgreSQL, one transaction of separate statements each.
 * </ol>
 *
 * The figures of a and d say what this machine can do, b and c are judged by their ratio to them. Afterwards the books are
 * checked; the exit code is 1 when they are wrong or an answer was not a success, else 0 whatever the figures.
 */
public final class Throughput {
    private static final int SECONDS = 120;
    private static final int POSTED = 500;

    private final Setting setting;
    private final PrintStream out;
    private final Messages messages;
    private final Database database;
    private final LoadClient client;
    private final Map<String, List<Long>> figures = new LinkedHashMap<>();
    private int failed;
    private int payments;

    /** How much is done. System properties {@code bench.…} change it. */
    record Setting(int warmUps, int rounds, int constants, int duplicates, int fresh, int connections, int writers) {
        static Setting fromProperties() {
            return new Setting(
                    Integer.getInteger("bench.warmUps", 8),
                    Integer.getInteger("bench.rounds", 5),
                    Integer.getInteger("bench.constants", 30_000),
                    Integer.getInteger("bench.duplicates", 15_000),
                    Integer.getInteger("bench.fresh", 5_000),
                    Integer.getInteger("bench.connections", 64),
                    Integer.getInteger("bench.writers", 16));
        }
    }

    private Throughput(Setting setting, PrintStream out, Messages messages, Database database, LoadClient client) {
        this.setting = setting;
        this.out = out;
        this.messages = messages;
        this.database = database;
        this.client = client;
    }

    /** Arguments are further settings of the server, {@code --key=value}. */
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("payonce-bench");
        Clock clock = Clock.systemUTC();
        Messages messages = new Messages(clock);
        Path data = directory.resolve("data");
        List<String> settings = new ArrayList<>(messages.settings());
        settings.add("--payonce.data-dir=" + data);
        // Tomcat ends a connection after 100 requests by default; the client has no use for new ones.
        settings.add("--server.tomcat.max-keep-alive-requests=-1");
        settings.addAll(List.of(args));
        List<String> jvm = List.of(System.getProperty("bench.jvm", "-Xmx256m").split(" ", -1));
        Launch launch = new Launch(jvm, List.of(LabServer.class.getName()), settings, directory.resolve("server.log"));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        boolean right;
        try (ServerProcess server = ServerProcess.start(launch, ServerProcess.freePort());
                LoadClient client =
                        new LoadClient(server.port(), Setting.fromProperties().connections())) {
            out.println("server pid " + server.pid() + ", " + jvm + ", log and data in " + directory);
            Database database = Database.embedded(data, clock);
            right = new Throughput(Setting.fromProperties(), out, messages, database, client).run();
        }
        FileSystemUtils.deleteRecursively(directory);
        System.exit(right ? 0 : 1);
    }

    private boolean run() throws SQLException, IOException, InterruptedException, ExecutionException {
        out.println(System.getProperty("java.vm.version") + ", processors "
                + Runtime.getRuntime().availableProcessors() + ", " + setting);
        out.println("PostgreSQL " + database.settings());
        database.makeDirectTables();
        database.makeOrders("public", "posted", 0, POSTED);
        countFailures(client.send(notifications(messages.signed("posted", 0, POSTED)), POSTED, SECONDS));
        payments = POSTED;
        for (int round = 0; round < setting.warmUps + setting.rounds; round++) {
            round(round, round >= setting.warmUps);
        }
        report();
        return verify();
    }

    private void round(int round, boolean counts) throws SQLException, InterruptedException, ExecutionException {
        int from = round * setting.fresh;
        database.makeOrders("public", "new", from, setting.fresh);
        database.makeOrders(Database.DIRECT, "new", from, setting.fresh);
        // Within the five minutes for which a signature is fresh, outside the measured time.
        List<SignedRequest> posted = messages.signed("posted", 0, POSTED);
        List<byte[]> fresh = notifications(messages.signed("new", from, setting.fresh));
        Load constant = client.send(Messages.encoded(posted, LabServer.CONSTANT_PATH), setting.constants, SECONDS);
        Load duplicates = client.send(notifications(posted), setting.duplicates, SECONDS);
        Load payment = client.send(fresh, setting.fresh, SECONDS);
        Load direct = database.postDirectly("new", from, setting.fresh, setting.writers);
        payments += setting.fresh;
        Stream.of(constant, duplicates, payment, direct).forEach(this::countFailures);
        out.printf(
                "%s a=%d b=%d c=%d d=%d b/a=%.2f c/d=%.2f%n",
                counts ? "round  " : "warm-up",
                constant.perSecond(),
                duplicates.perSecond(),
                payment.perSecond(),
                direct.perSecond(),
                (double) duplicates.perSecond() / constant.perSecond(),
                (double) payment.perSecond() / direct.perSecond());
        if (counts) {
            keep("a", constant);
            keep("b", duplicates);
            keep("c", payment);
            keep("d", direct);
        }
    }

    private static List<byte[]> notifications(List<SignedRequest> requests) {
        return Messages.encoded(requests, "/notify/" + Messages.CHANNEL);
    }

    private void countFailures(Load load) {
        failed += load.failed();
    }

    private void keep(String name, Load load) {
        figures.computeIfAbsent(name, key -> new ArrayList<>()).add(load.perSecond());
    }

    private long median(String name) {
        return Median.of(figures.getOrDefault(name, List.of()));
    }

    private void report() {
        out.println("median of " + setting.rounds + ", in a second:");
        out.println("(a) constant answer, body read               " + median("a"));
        out.println("(b) duplicates of posted payments            " + median("b"));
        out.println("(c) new payments, three postings             " + median("c"));
        out.println("(d) the same rows directly, " + setting.writers + " connections   " + median("d"));
        out.printf("b/a %.2f (to reach: 0.50)%n", (double) median("b") / median("a"));
        out.printf("c/d %.2f (to reach: 0.70)%n", (double) median("c") / median("d"));
    }

    private boolean verify() throws SQLException {
        List<String> wrong = new ArrayList<>(database.verify("public", payments));
        wrong.addAll(database.verify(Database.DIRECT, payments - POSTED));
        if (failed > 0) {
            wrong.add(failed + " requests were not answered with success");
        }
        wrong.forEach(out::println);
        out.println(
                wrong.isEmpty() ? payments + " payments, each posted once; the books balance" : "the books are wrong");
        return wrong.isEmpty();
    }
}
