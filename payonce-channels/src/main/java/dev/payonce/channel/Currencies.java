package dev.payonce.channel;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Money;
import java.util.Locale;

/** Currency codes as platforms write them. Stateless. */
public final class Currencies {
    private Currencies() {}

    /**
     * The ISO 4217 code of a text in three lower-case or three upper-case letters.
     *
     * @throws RefusedException as malformed, naming {@code what} only
     */
    public static String code(String text, String what) throws RefusedException {
        String code = text.length() == 3 && isLowerCase(text) ? text.toUpperCase(Locale.ROOT) : text;
        if (!Money.isCurrency(code)) {
            throw malformed(what + " is not a currency");
        }
        return code;
    }

    // Of ASCII letters only: others become these by toUpperCase, too.
    private static boolean isLowerCase(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < 'a' || text.charAt(i) > 'z') {
                return false;
            }
        }
        return true;
    }
}
