package dev.payonce.server.api;

import dev.payonce.server.api.Problems.FieldError;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The members of a JSON object, asked for one by one. Whatever is missing, of another type or not asked for is collected and
 * reported together by {@link #requireWellFormed()}; until then a stand-in is returned for it. Nothing is converted: a
 * number is no text, {@code 1.0} and {@code "1"} are no integers. Not thread-safe.
 */
final class JsonFields {
    private final @Nullable JsonNode object;
    private final String path;
    private final List<FieldError> errors;
    private final Set<String> asked = new LinkedHashSet<>();
    private final List<JsonFields> parts = new ArrayList<>();

    private JsonFields(JsonNode node, String path, List<FieldError> errors) {
        this.object = node.isObject() ? node : null;
        this.path = path;
        this.errors = errors;
        if (object == null) {
            errors.add(new FieldError(path.isEmpty() ? "body" : path, "must be an object"));
        }
    }

    static JsonFields of(JsonNode root) {
        return new JsonFields(root, "", new ArrayList<>());
    }

    String text(String name) {
        JsonNode value = required(name);
        return value == null ? "" : textOf(name, value);
    }

    @Nullable
    String optionalText(String name) {
        JsonNode value = optional(name);
        return value == null ? null : textOf(name, value);
    }

    BigInteger integer(String name) {
        JsonNode value = required(name);
        if (value == null) {
            return BigInteger.ZERO;
        }
        if (!value.isIntegralNumber()) {
            error(name, "must be an integer");
            return BigInteger.ZERO;
        }
        return value.bigIntegerValue();
    }

    /** The objects of an array; none when it is absent. */
    List<JsonFields> objects(String name) {
        JsonNode value = optional(name);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray()) {
            error(name, "must be an array");
            return List.of();
        }
        List<JsonFields> objects = new ArrayList<>(value.size());
        for (int i = 0; i < value.size(); i++) {
            objects.add(new JsonFields(value.get(i), pathOf(name) + "[" + i + "]", errors));
        }
        parts.addAll(objects);
        return objects;
    }

    /**
     * To be called when everything was asked for.
     *
     * @throws org.springframework.web.ErrorResponseException 400 with all that was found
     */
    void requireWellFormed() {
        reportUnknown();
        if (!errors.isEmpty()) {
            throw Problems.malformed(errors);
        }
    }

    private void reportUnknown() {
        if (object != null) {
            object.propertyNames().stream()
                    .filter(name -> !asked.contains(name))
                    .forEach(name -> error(name, "is unknown"));
        }
        parts.forEach(JsonFields::reportUnknown);
    }

    private String textOf(String name, JsonNode value) {
        if (!value.isString()) {
            error(name, "must be a string");
            return "";
        }
        return value.stringValue();
    }

    private @Nullable JsonNode required(String name) {
        JsonNode value = optional(name);
        if (value == null && object != null) {
            error(name, "is required");
        }
        return value;
    }

    private @Nullable JsonNode optional(String name) {
        asked.add(name);
        JsonNode value = object == null ? null : object.get(name);
        return value == null || value.isNull() ? null : value;
    }

    private void error(String name, String detail) {
        errors.add(new FieldError(pathOf(name), detail));
    }

    private String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
