package dev.payonce.server.api;

import dev.payonce.jdbc.Slice;
import dev.payonce.server.api.Problems.FieldError;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request's query parameters, asked for one by one. An empty one counts as absent; one that is unknown, repeated or
 * invalid is collected and reported with the others by {@link #requireValid()}, since a misspelt filter must not silently
 * return everything. Not thread-safe.
 */
final class QueryParameters {
    static final int DEFAULT_LIMIT = 50;
    static final int MAX_LIMIT = Slice.MAX_LIMIT - 1;

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}");

    private final Map<String, String[]> values;
    private final Set<String> asked = new LinkedHashSet<>();
    private final List<FieldError> errors = new ArrayList<>();

    QueryParameters(HttpServletRequest request) {
        this.values = valuesOf(request);
    }

    private static Map<String, String[]> valuesOf(HttpServletRequest request) {
        try {
            return request.getParameterMap();
        } catch (IllegalStateException e) {
            // What the servlet API has for parameters that cannot be decoded.
            throw Problems.malformed("query", "is not percent-encoded UTF-8");
        }
    }

    /** The parameter's value if it is there and valid. */
    @Nullable
    String text(String name, Predicate<String> isValid, String rule) {
        asked.add(name);
        String[] given = values.getOrDefault(name, new String[0]);
        if (given.length > 1) {
            errors.add(new FieldError(name, "must not be repeated"));
            return null;
        }
        if (given.length == 0 || given[0].isEmpty()) {
            return null;
        }
        if (!isValid.test(given[0])) {
            errors.add(new FieldError(name, rule));
            return null;
        }
        return given[0];
    }

    Page.Request page() {
        String limit = text("limit", QueryParameters::isLimit, "must be 1 to " + MAX_LIMIT);
        String after = text("after", cursor -> Cursor.read(cursor).isPresent(), "must be the next of another page");
        OptionalLong before = after == null ? OptionalLong.empty() : Cursor.read(after);
        return new Page.Request(before.orElse(Slice.NEWEST), limit == null ? DEFAULT_LIMIT : Integer.parseInt(limit));
    }

    private static boolean isLimit(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return false;
        }
        int limit = Integer.parseInt(text);
        return limit >= 1 && limit <= MAX_LIMIT;
    }

    /**
     * To be called when everything was asked for.
     *
     * @throws org.springframework.web.ErrorResponseException 400 with all that was found
     */
    void requireValid() {
        values.keySet().stream()
                .filter(name -> !asked.contains(name))
                .forEach(name -> errors.add(new FieldError(name, "is unknown")));
        if (!errors.isEmpty()) {
            throw Problems.malformed(errors);
        }
    }
}
