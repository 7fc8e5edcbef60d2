package dev.payonce.channel;

import dev.payonce.Body;
import dev.payonce.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Bodies as large as the receiver takes, and headers larger than servers let through, each bad in a way of its own. */
public final class Oversized {
    /** What the callback endpoint takes at most. */
    static final int BOUND = 1 << 20;

    private static final int HEADER = 64 * 1024;

    private Oversized() {}

    public static List<byte[]> json() {
        return bytes(Stream.of(
                filled("", "{\"a\":", ""),
                filled("{\"a\":", "[", ""),
                filled("{\"a\":[", "{},", "{}]}"),
                filled("{\"a\":[", "1,", "1]}"),
                filled("{\"a\":[", "\"\",", "1]}"),
                filled("{\"a\":\"", "x", "\"}"),
                filled("{\"a\":\"", "\\u652f", "\"}"),
                filled("{\"a\":\"", "支", "\"}"),
                filled("{\"a\":\"", "\\\\", "\"}"),
                filled("{\"", "x", "\":1}"),
                filled("{\"a\":", "9", "}"),
                filled("{\"a\":0.", "9", "}"),
                filled("{\"a\":1e", "9", "}"),
                filled("{", " ", "}"),
                filled("{", "\"a\":1,", "\"a\":1}"),
                counted("{", i -> "\"k" + i + "\":" + i + ",", "\"k\":1}"),
                counted("{", i -> "\"" + colliding(i) + "\":1,", "\"k\":1}")));
    }

    public static List<byte[]> forms() {
        return bytes(Stream.of(
                filled("a=", "x", ""),
                filled("a=", "%41", ""),
                filled("a=", "%FF", ""),
                filled("a=", "+", ""),
                filled("", "x", "=1"),
                filled("a=1", "&", ""),
                filled("a=1", "&a=", ""),
                filled("a=1", "%", ""),
                filled("a", "=", ""),
                counted("a=1", i -> "&p" + i + "=" + i, ""),
                counted("a=1", i -> "&" + colliding(i) + "=", "")));
    }

    public static List<byte[]> xml() {
        return bytes(Stream.of(
                filled("", "<a>", ""),
                filled("<xml>", "<a></a>", "</xml>"),
                filled("<xml>", "<a/>", "</xml>"),
                filled("<xml><a>", "x", "</a></xml>"),
                filled("<xml><a>", "&amp;", "</a></xml>"),
                filled("<xml><a>", "&#65;", "</a></xml>"),
                filled("<xml><a>", "<![CDATA[x]]>", "</a></xml>"),
                filled("<xml><a><![CDATA[", "]]]", "]]></a></xml>"),
                filled("<xml>", "<!--x-->", "</xml>"),
                filled("<xml>", " ", "</xml>"),
                filled("<xml><", "a", "/></xml>"),
                filled("<xml ", "a='1' ", "/>"),
                counted("<xml ", i -> "a" + i + "='' ", "/>"),
                filled("<!DOCTYPE xml [", "<!ENTITY a 'b'>", "]><xml/>"),
                counted("<xml>", i -> "<p" + i + ">1</p" + i + ">", "</xml>")));
    }

    /** Each of the headers in turn, grown out of one unit repeated. */
    public static Stream<Delivery> headers(Delivery delivery, List<String> names, String... units) {
        return names.stream()
                .flatMap(name ->
                        Stream.of(units).map(unit -> header(delivery, name, unit.repeat(HEADER / unit.length()))));
    }

    public static Delivery header(Delivery delivery, String name, String value) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(delivery.headers());
        headers.put(name, List.of(value));
        return new Delivery(
                delivery.method(), delivery.path(), headers, delivery.query(), delivery.body(), delivery.receivedAt());
    }

    public static Delivery body(Delivery delivery, byte[] body) {
        return new Delivery(
                delivery.method(),
                delivery.path(),
                delivery.headers(),
                delivery.query(),
                Body.of(body),
                delivery.receivedAt());
    }

    /** So many repetitions as fit between start and end. */
    public static String filled(String start, String unit, String end) {
        int room = BOUND - size(start) - size(end);
        return start + unit.repeat(room / size(unit)) + end;
    }

    private static String counted(String start, IntFunction<String> unit, String end) {
        StringBuilder text = new StringBuilder(start);
        for (int i = 0; text.length() + 100 < BOUND - end.length(); i++) {
            text.append(unit.apply(i));
        }
        return text.append(end).toString();
    }

    /** Names that all have one hash code. */
    private static String colliding(int number) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < 16; bit++) {
            name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return name.toString();
    }

    private static int size(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static List<byte[]> bytes(Stream<String> texts) {
        return texts.map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }
}
