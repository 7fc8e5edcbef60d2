package dev.payonce.server.api;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a page ended, as a text that means nothing to the caller. */
final class Cursor {
    private static final Pattern FORM = Pattern.compile("before:([1-9][0-9]{0,17})");

    private Cursor() {}

    static String of(long id) {
        byte[] text = ("before:" + id).getBytes(StandardCharsets.US_ASCII);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
    }

    /** Empty when we never made it. */
    static OptionalLong read(String cursor) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.ISO_8859_1);
            Matcher matcher = FORM.matcher(text);
            if (matcher.matches()) {
                long id = Long.parseLong(matcher.group(1));
                return of(id).equals(cursor) ? OptionalLong.of(id) : OptionalLong.empty();
            }
            return OptionalLong.empty();
        } catch (IllegalArgumentException e) {
            return OptionalLong.empty();
        }
    }
}
