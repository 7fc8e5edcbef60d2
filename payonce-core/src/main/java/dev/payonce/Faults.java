package dev.payonce;

/** Puts a fault into one line of a log. */
final class Faults {
    private Faults() {}

    /** The classes of the chain of causes, and the message of the innermost without line breaks. */
    static String describe(Throwable fault) {
        StringBuilder text = new StringBuilder();
        Throwable innermost = fault;
        for (int depth = 0; depth < 8; depth++) {
            text.append(depth == 0 ? "" : "/").append(innermost.getClass().getSimpleName());
            Throwable cause = innermost.getCause();
            if (cause == null) {
                break;
            }
            innermost = cause;
        }
        String message = innermost.getMessage();
        return message == null
                ? text.toString()
                : text.append(": ")
                        .append(message.replaceAll("\\p{Cntrl}+", " "))
                        .toString();
    }
}
