package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runs a main class in a Java of its own whose default charset is another one: it cannot be changed in a running one. */
public final class UnderCharset {
    private UnderCharset() {}

    /** What the main class printed. Its argument is the charset's name. */
    public static String run(String charset, Class<?> main) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dfile.encoding=" + charset,
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        charset)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return output.strip();
    }
}
