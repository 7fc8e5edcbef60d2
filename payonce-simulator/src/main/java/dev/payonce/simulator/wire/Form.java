package dev.payonce.simulator.wire;

import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes {@code application/x-www-form-urlencoded} text, in the order of the map's entries. */
public final class Form {
    private Form() {}

    /** The fields with names and values percent-encoded over their bytes in the charset; plain ASCII. */
    public static String encode(Map<String, String> fields, Charset charset) {
        return fields.entrySet().stream()
                .map(field ->
                        URLEncoder.encode(field.getKey(), charset) + '=' + URLEncoder.encode(field.getValue(), charset))
                .collect(Collectors.joining("&"));
    }
}
