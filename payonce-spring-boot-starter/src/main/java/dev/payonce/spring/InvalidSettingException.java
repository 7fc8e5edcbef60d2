package dev.payonce.spring;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A setting with which PayOnce does not start. The message begins with the property's name and never holds its value; there
 * is no cause, whose message might.
 */
public final class InvalidSettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_TOLD = 20;

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

    /** What is wrong with several settings, a line for each; the first {@value #MAX_TOLD} of them. */
    static InvalidSettingException all(List<InvalidSettingException> wrong) {
        String told = wrong.stream().limit(MAX_TOLD).map(Throwable::getMessage).collect(Collectors.joining("\n"));
        int more = wrong.size() - MAX_TOLD;
        return new InvalidSettingException(more > 0 ? told + "\nand " + more + " more" : told);
    }

    /** The property's name, up to the first blank. */
    String property() {
        String message = String.valueOf(getMessage());
        int end = message.indexOf(' ');
        return end < 0 ? message : message.substring(0, end);
    }
}
