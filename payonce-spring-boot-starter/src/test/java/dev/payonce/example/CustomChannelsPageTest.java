package dev.payonce.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page's code is this package's, so that it compiles and its tests pass. */
class CustomChannelsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "custom-channels.md");
    private static final Pattern JAVA = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);

    private static String source(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".java";
        try {
            return Files.readString(Path.of("src", "test", "java").resolve(file))
                    .replace("package " + type.getPackageName() + ";\n\n", "");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void everyBlockOfJavaIsASourceThatIsCompiled() throws IOException {
        List<String> blocks = JAVA.matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks)
                .containsExactly(
                        source(AcmePayChannel.class),
                        source(AcmePayConfiguration.class),
                        source(AcmePayChannelTest.class));
    }
}
