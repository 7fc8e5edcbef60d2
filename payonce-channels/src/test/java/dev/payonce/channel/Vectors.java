package dev.payonce.channel;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Test vectors that others made. They lie in a folder beside the project and are no part of it; where it is absent the test
 * says so instead of passing.
 */
public final class Vectors {
    private static final int MAX_LEVELS = 5;

    private Vectors() {}

    public static String read(String file) throws IOException {
        return Files.readString(find(file));
    }

    public static byte[] readBytes(String file) throws IOException {
        return Files.readAllBytes(find(file));
    }

    private static Path find(String file) {
        Path folder = Path.of("").toAbsolutePath();
        for (int level = 0; level < MAX_LEVELS && folder != null; level++) {
            Path vector = folder.resolve("shared/vectors").resolve(file);
            if (Files.isRegularFile(vector)) {
                return vector;
            }
            folder = folder.getParent();
        }
        return abort("not run: shared/vectors/" + file + " is not beside the project");
    }
}
