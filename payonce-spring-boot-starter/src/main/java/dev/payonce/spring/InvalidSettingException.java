package dev.payonce.spring;

import java.util.function.Supplier;

/**
 * A setting with which PayOnce does not start. The message begins with the property's name and never holds its value; there
 * is no cause, whose message might.
 */
public final class InvalidSettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** {@code message} begins with the property's name and does not hold its value. */
    public InvalidSettingException(String message) {
        super(message);
    }

    /** Calls, and turns an error about the values into this exception; {@code prefix} is added unless the error has it. */
    static <T> T naming(String prefix, Supplier<T> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new InvalidSettingException(message.startsWith("payonce.") ? message : prefix + "." + message);
        }
    }

    /** The property's name, up to the first blank. */
    String property() {
        String message = String.valueOf(getMessage());
        int end = message.indexOf(' ');
        return end < 0 ? message : message.substring(0, end);
    }
}
