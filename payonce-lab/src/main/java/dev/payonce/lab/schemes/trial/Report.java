package dev.payonce.lab.schemes.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table with what it takes to make it again, and its place in a document. */
record Report(Table table, Measures measures, String servers, LocalDate day, Duration took) {
    private static final String BEGIN = "<!-- lab -->";
    private static final String END = "<!-- /lab -->";

    /** The Markdown lines. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "Measured on %s in %d min %d s: `--seed=%d --payments=%d --copies=%d`, %d processors, Java %s, %s.",
                day,
                took.toMinutes(),
                took.toSecondsPart(),
                measures.seed(),
                measures.payments(),
                measures.copies(),
                Runtime.getRuntime().availableProcessors(),
                Runtime.version().feature(),
                servers));
        lines.add("In each cell: payments doubled / lost / wrongly acknowledged / stuck, in bold if there are any; then"
                + " acknowledged requests in a second and the 99th percentile of the answers.");
        lines.add("");
        lines.addAll(table.lines());
        return lines;
    }

    /**
     * Fails if the document has no place for the table.
     *
     * @throws IllegalArgumentException saying what is missing
     */
    static void requirePlace(Path document) throws IOException {
        var unused = place(document, Files.readString(document, UTF_8));
    }

    /** Puts the lines between the document's markers, in place of what was there. */
    void write(Path document) throws IOException {
        String text = Files.readString(document, UTF_8);
        int[] place = place(document, text);
        var unused = Files.writeString(
                document,
                text.substring(0, place[0]) + "\n" + String.join("\n", lines()) + "\n" + text.substring(place[1]),
                UTF_8);
    }

    private static int[] place(Path document, String text) {
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END, Math.max(begin, 0));
        if (begin < 0 || end < 0) {
            throw new IllegalArgumentException("no lines " + BEGIN + " and " + END + " in " + document);
        }
        return new int[] {begin + BEGIN.length(), end};
    }
}
