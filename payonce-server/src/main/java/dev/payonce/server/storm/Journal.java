package dev.payonce.server.storm;

import dev.payonce.simulator.Attempt;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file with one line of JSON for each delivery: what a storm was answered, for {@code verify} and for everybody else.
 * Written by one thread.
 */
public final class Journal implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final BufferedWriter out;

    private Journal(BufferedWriter out) {
        this.out = out;
    }

    /** @throws IOException also when the file is there: a journal is evidence, and never overwritten */
    static Journal create(Path file) throws IOException {
        try {
            return new Journal(Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (FileAlreadyExistsException e) {
            throw new IOException(file + " is there: a journal is evidence, and never written over", e);
        }
    }

    void add(Attempt attempt) {
        try {
            out.write(JSON.writeValueAsString(JournalLine.of(attempt)));
            out.newLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /**
     * Reads a journal line by line.
     *
     * @throws IOException when it cannot be read, or when a line is none of a journal's
     */
    static void read(Path file, Consumer<JournalLine> consumer) throws IOException {
        try (var in = Files.newBufferedReader(file);
                MappingIterator<JournalLine> lines =
                        JSON.readerFor(JournalLine.class).readValues(in)) {
            while (lines.hasNext()) {
                consumer.accept(lines.next());
            }
        } catch (JacksonException e) {
            throw new IOException(file + lineOf(e) + " is no journal: " + e.getOriginalMessage(), e);
        }
    }

    private static String lineOf(JacksonException fault) {
        TokenStreamLocation at = fault.getLocation();
        return at == null || at.getLineNr() < 1 ? "" : ", line " + at.getLineNr() + ",";
    }
}
