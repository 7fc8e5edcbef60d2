package dev.payonce.lab.nodes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three nodes in a storm, and a fault: nothing is posted twice, nothing is lost, nobody is told success for what is not in the
 * books, and once the platforms' retries have run on everything is acknowledged. docs/proof.md tells what to run for all
 * faults and for more deliveries.
 */
class NodesIT {
    /** Of each fault's storm. */
    private static final long DELIVERIES = Long.getLong("payonce.nodes.deliveries", 3000);

    private static final int COPIES = Integer.getInteger("payonce.nodes.copies", 6);
    private static final int RATE = Integer.getInteger("payonce.nodes.rate", 500);
    private static final int STRIKES = Integer.getInteger("payonce.nodes.strikes", 1);
    private static final long SEED = Long.getLong("payonce.nodes.seed", 1);
    private static final String FAULTS = System.getProperty("payonce.nodes.faults", "");
    private static final Path TABLE = Path.of("target", "nodes.md");

    private static final List<String> rows = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    private static @Nullable Cluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = new Cluster(folder);
        cluster.start();
    }

    @AfterAll
    static void stopClusterAndTell() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
        Files.writeString(TABLE, Verdict.HEAD + "\n" + String.join("\n", rows) + "\n");
    }

    static Stream<NodeFault> faults() {
        if (Boolean.getBoolean("payonce.nodes.all")) {
            return Arrays.stream(NodeFault.values());
        }
        return FAULTS.isEmpty()
                ? Stream.of(NodeFault.NODE_PAUSED, NodeFault.REDIS_PRIMARY_KILLED, NodeFault.POSTGRES_FAILED_OVER)
                : Arrays.stream(FAULTS.split(",")).map(NodeFault::valueOf);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void everyPaymentIsPostedOnce(NodeFault fault) throws Exception {
        Cluster cluster = requireNonNull(NodesIT.cluster);
        double gateErrors = cluster.gateErrors();
        RollingStorm storm =
                new RollingStorm(cluster, COPIES, RATE, 31 * SEED + fault.name().hashCode());
        storm.blow(fault, DELIVERIES, STRIKES);
        Verdict verdict = storm.settle(fault);
        rows.add(verdict.row());
        System.out.println(verdict.row());
        requireFelt(verdict, cluster.gateErrors() - gateErrors);

        assertThat(verdict.doubled()).isEmpty();
        assertThat(verdict.lost()).isEmpty();
        assertThat(verdict.falseSuccesses()).isZero();
        assertThat(verdict.unacknowledged()).isZero();
        assertThat(verdict.violations()).isEmpty();
    }

    /** A fault that nobody noticed proves nothing. */
    private static void requireFelt(Verdict verdict, double gateErrors) {
        NodeFault fault = verdict.fault();
        assertThat(verdict.tally().successes()).isPositive();
        if (fault.breaksGate()) {
            assertThat(gateErrors).isPositive();
        }
        if (fault.breaksNode()) {
            assertThat(verdict.tally().unanswered()).isPositive();
        }
        if (fault.breaksDatabase()) {
            assertThat(verdict.tally().turnedAway()).isPositive();
        }
        if (fault == NodeFault.CLOCKS_APART) {
            assertThat(verdict.tally().refused()).isPositive();
        } else {
            assertThat(verdict.tally().refused()).isZero();
        }
    }
}
