package dev.payonce.channel.alipay;

import dev.payonce.Delivery;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads forms another way than the channel does: with the JDK's decoder. */
final class AlipayForms {
    private AlipayForms() {}

    /** One character for each byte. */
    static String text(Delivery delivery) {
        return new String(delivery.body().bytes(), StandardCharsets.ISO_8859_1);
    }

    /** The parameters, values with one character for each byte. */
    static Map<String, String> parse(Delivery delivery) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String parameter : text(delivery).split("&", -1)) {
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? parameter : parameter.substring(0, equals);
            String value = equals < 0 ? "" : parameter.substring(equals + 1);
            parameters.put(decode(name), decode(value));
        }
        return parameters;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.ISO_8859_1);
    }
}
