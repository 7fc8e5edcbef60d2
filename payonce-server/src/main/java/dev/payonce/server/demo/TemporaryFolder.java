package dev.payonce.server.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;

/**
 * A folder that is gone afterwards, also when the process is told to stop: of what Spring Boot runs at shutdown, what was
 * registered first comes last, so that the folder outlives every server in it. Make it before the application.
 */
final class TemporaryFolder implements AutoCloseable {
    private final Path path;
    private final Runnable atShutdown = this::delete;

    TemporaryFolder() throws IOException {
        path = Files.createTempDirectory("payonce-demo-");
        SpringApplication.getShutdownHandlers().add(atShutdown);
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        delete();
        SpringApplication.getShutdownHandlers().remove(atShutdown);
    }

    private void delete() {
        try {
            Files.walkFileTree(path, new Deletion());
        } catch (NoSuchFileException gone) {
            // Deleted before, or by the other one of the end and the shutdown.
            return;
        } catch (IOException e) {
            throw new UncheckedIOException("the demo's folder could not be deleted: " + path, e);
        }
    }

    /** Files may vanish meanwhile: deleted by their server, or by another deletion. */
    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
            if (fault instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw fault;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException fault) throws IOException {
            if (fault != null) {
                throw fault;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
