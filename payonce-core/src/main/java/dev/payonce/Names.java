package dev.payonce;

import java.util.regex.Pattern;

/**
 * Which texts are fit to be a channel name or an id of a platform, an order or an account. Checked before anything is
 * looked up, locked or written, because key columns compare byte for byte: an id that differs in a trailing blank or in
 * case is another payment (design 7).
 */
public final class Names {
    /** The longest id, in Unicode code points, as the key columns hold it. */
    public static final int MAX_ID_LENGTH = 128;

    private static final Pattern CHANNEL = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    private Names() {}

    public static boolean isChannel(String text) {
        return CHANNEL.matcher(text).matches();
    }

    /**
     * Whether the text can be an id: 1 to {@value #MAX_ID_LENGTH} code points, no control character, no unpaired
     * surrogate, and no white space of any kind at either end.
     */
    public static boolean isId(String text) {
        if (text.isEmpty() || text.length() > 2 * MAX_ID_LENGTH) {
            return false;
        }
        int count = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            boolean atEdge = i == 0 || i + Character.charCount(point) == text.length();
            if (!isIdCharacter(point) || (atEdge && isSpace(point))) {
                return false;
            }
            i += Character.charCount(point);
            count++;
        }
        return count <= MAX_ID_LENGTH;
    }

    private static boolean isIdCharacter(int point) {
        int type = Character.getType(point);
        return !Character.isISOControl(point)
                && type != Character.SURROGATE
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }

    private static boolean isSpace(int point) {
        // FORMAT holds the invisible ones: zero-width space and joiner, byte order mark.
        return Character.isWhitespace(point)
                || Character.isSpaceChar(point)
                || Character.getType(point) == Character.FORMAT;
    }

    /** Whether the text is {@linkplain #isId an id} without a slash, so that it can stand in a URL's path. */
    public static boolean isName(String text) {
        return text.indexOf('/') < 0 && isId(text);
    }

    /**
     * Requires {@linkplain #isId an id}.
     *
     * @throws IllegalArgumentException naming {@code what}, never the text itself
     */
    public static void requireId(String text, String what) {
        if (!isId(text)) {
            throw new IllegalArgumentException(what + " must be 1 to " + MAX_ID_LENGTH
                    + " characters without control characters or surrounding blanks");
        }
    }

    /**
     * Requires {@linkplain #isName a name}.
     *
     * @throws IllegalArgumentException naming {@code what}, never the text itself
     */
    public static void requireName(String text, String what) {
        requireId(text, what);
        if (!isName(text)) {
            throw new IllegalArgumentException(what + " must not contain '/'");
        }
    }
}
