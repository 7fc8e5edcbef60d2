package dev.payonce.lab.schemes.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four cells of the table: the trial finds harm where it is, and none in PayOnce. */
class TrialIT {
    private static final long SEED = 7;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Trial trial;

    @BeforeAll
    static void startServers() throws IOException {
        trial = new Trial(folder, new Measures(60, 8, SEED), Clock.systemUTC());
    }

    @AfterAll
    static void noServerOutlivesTheTrial() throws IOException {
        trial.close();

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(ProcessHandle.allProcesses()
                                .map(process -> process.info().commandLine().orElse(""))
                                .filter(line -> line.contains(folder.toString())))
                        .isEmpty());
    }

    @Test
    void checkingTheOrderFirstPostsTwiceInAStorm() throws Exception {
        assertThat(run("CheckThenPost", Fault.STORM).doubled()).isPositive();
    }

    @Test
    void keyInRedisAlonePostsTwiceWhenRedisForgets() throws Exception {
        assertThat(run("SetNxOnly", Fault.REDIS_FLUSHED).doubled()).isPositive();
    }

    @Test
    void payOnceDoesNoHarmInAStorm() throws Exception {
        Finding finding = run("PayOnce", Fault.STORM);

        assertThat(finding.harm()).as(finding.toString()).isFalse();
        assertThat(finding.deliveries()).isGreaterThanOrEqualTo(60 * 8);
    }

    @Test
    void payOnceDoesNoHarmWhenRedisForgets() throws Exception {
        Finding finding = run("PayOnce", Fault.REDIS_FLUSHED);

        assertThat(finding.harm()).as(finding.toString()).isFalse();
    }

    private static Finding run(String title, Fault fault) throws Exception {
        Contender contender = Contender.all().stream()
                .filter(each -> each.title().equals(title))
                .findFirst()
                .orElseThrow();
        return trial.run(contender, fault);
    }
}
