package dev.payonce.lab.schemes;

import java.util.HashMap;
import java.util.Map;

/** The command line of a receiver: {@code --name=value}, each once. Immutable. */
record Arguments(Map<String, String> values) {
    Arguments {
        values = Map.copyOf(values);
    }

    static Arguments parse(String[] args) {
        Map<String, String> values = new HashMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (!arg.startsWith("--") || equals < 0) {
                throw new IllegalArgumentException("not of the form --name=value: " + arg);
            }
            if (values.put(arg.substring(2, equals), arg.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("given twice: " + arg);
            }
        }
        return new Arguments(values);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("missing: --" + name);
        }
        return value;
    }
}
