package dev.payonce.lab.fault;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.channel.types.ChannelTypes;
import dev.payonce.lab.ServerProcess;
import dev.payonce.simulator.StormResult;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A team copies the examples of all channels' pages into one server, its secrets and keys where they say, and the platforms
 * deliver: each payment is posted once, through the whole of its platform's retry schedule. All storms blow at once.
 */
@Timeout(240)
class EveryChannelIT {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool();
    private static final Map<String, ChannelStorm> STORMS = new HashMap<>();
    private static final Map<String, Future<StormResult>> RESULTS = new HashMap<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Team team;

    @SuppressWarnings("NullAway.Init")
    private static ServerProcess server;

    @SuppressWarnings("NullAway.Init")
    private static Books books;

    @BeforeAll
    static void deliver() throws Exception {
        Instant now = Clock.systemUTC().instant();
        team = new Team(folder, now);
        for (PageExample example : examples()) {
            STORMS.put(example.channel(), new ChannelStorm(example.channel(), team.setUp(example), now));
        }
        server = start();
        books = Books.of(folder.resolve("data"));
        ShopApi shop = new ShopApi(server.port());
        for (ChannelStorm storm : STORMS.values()) {
            storm.createOrders(shop);
        }
        STORMS.forEach((channel, storm) -> {
            URI target = URI.create("http://127.0.0.1:" + server.port() + "/notify/" + channel);
            RESULTS.put(channel, THREADS.submit(() -> storm.run(target, shop, THREADS)));
        });
    }

    private static ServerProcess start() throws IOException, InterruptedException {
        List<String> jvm = new ArrayList<>(List.of("-Xmx256m", "-Duser.timezone=Pacific/Chatham"));
        jvm.addAll(team.jvm());
        List<String> settings = new ArrayList<>(team.settings());
        settings.add(ShopApi.setting());
        settings.add("--payonce.data-dir=" + folder.resolve("data"));
        return ServerProcess.start(
                new ServerProcess.Launch(
                        jvm,
                        List.of("dev.payonce.server.PayOnce", "serve"),
                        settings,
                        Path.of("target", "every-channel.log")),
                ServerProcess.freePort());
    }

    @AfterAll
    static void stop() {
        THREADS.shutdownNow();
        server.close();
        team.close();
    }

    static List<PageExample> examples() throws IOException {
        return PageExample.all();
    }

    @Test
    void everyChannelTypeHasAPageWithAnExample() throws IOException {
        assertThat(examples())
                .extracting(PageExample::type)
                .containsAll(new TreeSet<>(ChannelTypes.builtIn().names()));
        assertThat(STORMS).hasSameSizeAs(examples());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void pageExplainsEveryPropertyOfItsType(PageExample example) {
        assertThat(ChannelTypes.builtIn().properties(example.type()))
                .isNotEmpty()
                .allMatch(example::explains);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void eachPaymentIsPostedOnceThroughTheWholeSchedule(PageExample example) throws Exception {
        ChannelStorm storm = requireNonNull(STORMS.get(example.channel()));
        StormResult result = requireNonNull(RESULTS.get(example.channel())).get(120, TimeUnit.SECONDS);

        storm.requireAsExpected(result);
        books.requireOnePosting(storm.payments());
        books.requireNoOthers(example.channel(), storm.payments());
    }
}
