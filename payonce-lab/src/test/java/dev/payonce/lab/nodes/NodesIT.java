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
    /** In all, over all faults; 0: the short version. */
    private static final long DELIVERIES = Long.getLong("payonce.nodes.deliveries", 0);

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
        if (!FAULTS.isEmpty()) {
            return Arrays.stream(FAULTS.split(",")).map(NodeFault::valueOf);
        }
        return DELIVERIES > 0 || Boolean.getBoolean("payonce.nodes.all")
                ? Arrays.stream(NodeFault.values())
                : Stream.of(NodeFault.NODE_PAUSED, NodeFault.REDIS_PRIMARY_KILLED, NodeFault.POSTGRES_FAILED_OVER);
    }

    private static Scale scale() {
        return DELIVERIES > 0 ? Scale.ofMany(DELIVERIES / faults().count() + 1) : Scale.SHORT;
    }

    @ParameterizedTest
    @MethodSource("faults")
    void everyPaymentIsPostedOnce(NodeFault fault) throws Exception {
        Cluster cluster = requireNonNull(NodesIT.cluster);
        double gateErrors = cluster.gateErrors();
        RollingStorm storm =
                new RollingStorm(cluster, scale(), 31 * SEED + fault.name().hashCode());
        storm.blow(fault);
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
