package dev.payonce.lab.schemes.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A trial in a folder of its own. Its servers and its receiver end with it, also when the process is told to stop; the folder
 * stays with its logs unless it is to be forgotten.
 */
final class Laboratory implements AutoCloseable {
    private final Path folder;
    private final Trial trial;
    private final Thread hook = new Thread(this::stop, "lab-stop");
    private boolean forgotten;

    Laboratory(Measures measures, Clock clock) throws IOException {
        folder = Files.createTempDirectory("payonce-lab-");
        trial = new Trial(folder, measures, clock);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    Trial trial() {
        return trial;
    }

    Path folder() {
        return folder;
    }

    /** Nothing in the folder is of interest any more. */
    void forget() {
        forgotten = true;
    }

    /** The receiver may stand still: it is killed. */
    private void stop() {
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
        try {
            trial.close();
            delete();
        } catch (IOException e) {
            throw new UncheckedIOException("the lab's folder could not be cleared: " + folder, e);
        }
    }

    @Override
    public void close() throws IOException {
        trial.close();
        Runtime.getRuntime().removeShutdownHook(hook);
        if (forgotten) {
            delete();
        }
    }

    private void delete() throws IOException {
        List<Path> all;
        try (Stream<Path> tree = Files.walk(folder)) {
            all = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
