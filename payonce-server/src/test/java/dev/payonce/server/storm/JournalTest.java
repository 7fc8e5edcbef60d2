package dev.payonce.server.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {
    private static final String LINE = """
            {"platform":"stripe","transactionId":"pi_1","orderNo":"o-1","amount":9900,"currency":"usd","delivery":"0.1",\
            "forgeries":[],"sentAt":"2026-12-01T00:00:00Z","status":200,"acknowledged":true,"latencyMicros":900}""";

    @TempDir
    private Path folder;

    @Test
    void linesAreReadInTheirOrder() throws IOException {
        List<String> read = new ArrayList<>();

        Journal.read(journal(LINE, LINE.replace("pi_1", "pi_2")), line -> read.add(line.transactionId()));

        assertThat(read).containsExactly("pi_1", "pi_2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "[]",
                "{}",
                "{\"platform\":\"stripe\"",
                "{\"platform\":\"stripe\",\"transactionId\":\"pi_2\",\"sentAt\":null}",
                "{\"surprise\":1}"
            })
    void whatIsNoLineOfAJournalIsNamedByItsNumber(String garbage) throws IOException {
        Path file = journal(LINE, garbage);

        assertThatIOException()
                .isThrownBy(() -> Journal.read(file, line -> {}))
                .withMessageStartingWith(file + ", line 2, is no journal: ");
    }

    private Path journal(String... lines) throws IOException {
        return Files.writeString(folder.resolve("storm.jsonl"), String.join("\n", lines));
    }
}
