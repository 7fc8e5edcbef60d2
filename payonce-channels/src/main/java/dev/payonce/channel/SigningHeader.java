package dev.payonce.channel;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Delivery;

/** A header that takes part in a signature. Stateless. */
public final class SigningHeader {
    private SigningHeader() {}

    /**
     * The value of a header that must be there exactly once, whatever the case of its name (case PAR-19), in printable ASCII
     * without blanks, so that no line end in it can shift where the signed body begins.
     *
     * @throws RefusedException as malformed, naming the header only
     */
    public static String single(Delivery delivery, String name, int maxLength) throws RefusedException {
        return single(delivery, name, maxLength, '!');
    }

    /** The same of a header that is a list with blanks between: {@code webhook-signature}. */
    public static String singleList(Delivery delivery, String name, int maxLength) throws RefusedException {
        return single(delivery, name, maxLength, ' ');
    }

    private static String single(Delivery delivery, String name, int maxLength, char lowest) throws RefusedException {
        String value = delivery.singleHeader(name);
        if (value == null) {
            throw malformed("header " + name + " is missing or repeated");
        }
        if (value.isEmpty() || value.length() > maxLength || !isPrintableAscii(value, lowest)) {
            throw malformed("header " + name + " is empty, too long or not printable");
        }
        return value;
    }

    private static boolean isPrintableAscii(String text, char lowest) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < lowest || c > '~') {
                return false;
            }
        }
        return true;
    }
}
