package dev.payonce.server.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/storm.md shows is what is compiled and run. */
class StormDocsTest {
    @ParameterizedTest
    @CsvSource({
        "RacyReceiver, payonce-server/src/test/java/dev/payonce/server/storm/RacyReceiver.java, 40",
        "CreditsStormTest, payonce-simulator/src/test/java/dev/payonce/simulator/example/CreditsStormTest.java, 60"
    })
    void codeInTheDocumentIsTheCode(String name, String source, int lines) throws IOException {
        Path root = Path.of("..");
        String document = Files.readString(root.resolve("docs/storm.md"));
        String fence = "<!-- " + name + " -->\n```java\n";
        int start = document.indexOf(fence) + fence.length();
        String shown = document.substring(start, document.indexOf("```", start));
        String code = Files.readString(root.resolve(source));

        assertThat(document).contains(fence);
        assertThat(shown).isEqualTo(code.substring(code.indexOf("\n\n") + 2));
        assertThat(shown.lines()).hasSizeLessThanOrEqualTo(lines);
    }
}
