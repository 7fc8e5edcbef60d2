package dev.payonce.lab.bench;

import dev.payonce.lab.ServerProcess;
import dev.payonce.lab.ServerProcess.Launch;
import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.Mixture;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.Storm;
import dev.payonce.simulator.StormResult;
import dev.payonce.simulator.StormSettings;
import dev.payonce.simulator.stripe.Stripe;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.springframework.util.FileSystemUtils;

/**
 * How fast the storm's client is: the same storm, signed ahead, against {@link StormSink} and against
 * {@link ConstantAnswer} of the real server, in turn. Where the second is much slower than the first, the client is not
 * what limits a storm.
 */
public final class StormRate {
    private static final int WARM_UPS = Integer.getInteger("bench.warmUps", 3);
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 5);
    private static final int PAYMENTS = 1000;
    private static final int COPIES = 100;
    private static final long AMOUNT = 9900;
    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseParallelGC");

    private StormRate() {}

    /** Arguments are further settings of the server, {@code --key=value}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("payonce-bench");
        List<String> settings = new ArrayList<>(List.of(
                "--payonce.data-dir=" + directory.resolve("data"), "--server.tomcat.max-keep-alive-requests=-1"));
        settings.addAll(List.of(args));
        try (ServerProcess sink = start(StormSink.class, List.of(), directory.resolve("sink.log"));
                ServerProcess server = start(LabServer.class, settings, directory.resolve("server.log"))) {
            System.out.println("logs and data in " + directory);
            List<Long> toSink = new ArrayList<>();
            List<Long> toServer = new ArrayList<>();
            for (int round = 0; round < WARM_UPS + ROUNDS; round++) {
                long sunk = perSecond(sink, "/");
                long served = perSecond(server, LabServer.CONSTANT_PATH);
                System.out.printf("%s sink=%d server=%d%n", round < WARM_UPS ? "warm-up" : "round  ", sunk, served);
                if (round >= WARM_UPS) {
                    toSink.add(sunk);
                    toServer.add(served);
                }
            }
            System.out.printf(
                    "median of %d, requests in a second: sink %d, constant answer of the server %d, ratio %.2f%n",
                    ROUNDS, Median.of(toSink), Median.of(toServer), (double) Median.of(toSink) / Median.of(toServer));
        }
        FileSystemUtils.deleteRecursively(directory);
    }

    private static ServerProcess start(Class<?> program, List<String> settings, Path log)
            throws IOException, InterruptedException {
        return ServerProcess.start(
                new Launch(JVM, List.of(program.getName()), settings, log), ServerProcess.freePort());
    }

    private static long perSecond(ServerProcess receiver, String path) throws InterruptedException {
        URI target = URI.create("http://127.0.0.1:" + receiver.port() + path);
        Clock clock = Clock.systemUTC();
        List<SimulatedPayment> payments = IntStream.range(0, PAYMENTS)
                .mapToObj(i -> new SimulatedPayment("pi_" + i, "ORDER-" + i, AMOUNT, "USD", clock.instant()))
                .toList();
        List<Mailing> mailings =
                Mixture.genuine(COPIES).of(Stripe.generate(), target, payments, new SplittableRandom(1));
        StormResult result = new Storm(StormSettings.defaults().withInFlight(64).signingAhead()).run(mailings);
        if (!result.asExpected()) {
            throw new IllegalStateException("not every request was answered: " + result.byStatus());
        }
        return Math.round(result.journal().size() * 1e9 / result.duration().toNanos());
    }
}
