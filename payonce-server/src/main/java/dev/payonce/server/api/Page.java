package dev.payonce.server.api;

import dev.payonce.jdbc.Slice;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list, newest first.
 *
 * @param next what to ask for with {@code after}; absent on the last page
 */
record Page<T>(List<T> items, @Nullable String next) {

    /** What a page asks the database for: one row more than it shows, to know whether there is another page. */
    record Request(long before, int limit) {
        Slice slice() {
            return new Slice(before, limit + 1);
        }

        <R, T> Page<T> page(List<R> rows, ToLongFunction<R> id, Function<R, T> view) {
            List<R> shown = rows.subList(0, Math.min(limit, rows.size()));
            String next = rows.size() > limit ? Cursor.of(id.applyAsLong(shown.get(limit - 1))) : null;
            return new Page<>(shown.stream().map(view).toList(), next);
        }
    }
}
