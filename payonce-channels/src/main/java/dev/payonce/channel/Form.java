package dev.payonce.channel;

import static dev.payonce.channel.RefusedException.malformed;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The parameters of a form, percent-decoded exactly once, to bytes: which charset they are in is itself a parameter, and the
 * signature is over bytes (cases PAR-01, PAR-02, PAR-03). Nothing is trimmed (case PAR-04), no parameter may come twice. Immutable.
 */
public final class Form {
    private static final int MAX_PARAMETERS = 200;

    // Sorted by name. Names are ASCII only, for which the order of characters is the order of bytes.
    private final SortedMap<String, byte[]> parameters;
    private final Set<String> unsigned;

    private Form(SortedMap<String, byte[]> parameters, Set<String> unsigned) {
        this.parameters = parameters;
        this.unsigned = Set.copyOf(unsigned);
    }

    /**
     * Reads a body.
     *
     * @param unsigned the names of the parameters that are no part of the platform's signed text
     * @throws RefusedException as malformed
     */
    public static Form parse(byte[] body, Set<String> unsigned) throws RefusedException {
        SortedMap<String, byte[]> parameters = new TreeMap<>();
        int start = 0;
        while (start <= body.length) {
            int end = indexOf(body, (byte) '&', start, body.length);
            int equals = indexOf(body, (byte) '=', start, end);
            if (equals == end) {
                throw malformed("a parameter has no value");
            }
            String name = name(decode(body, start, equals));
            if (parameters.put(name, decode(body, equals + 1, end)) != null) {
                throw malformed("a parameter is repeated");
            }
            if (parameters.size() > MAX_PARAMETERS) {
                throw malformed("too many parameters");
            }
            start = end + 1;
        }
        return new Form(parameters, unsigned);
    }

    private static int indexOf(byte[] bytes, byte wanted, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return to;
    }

    /** Letters, digits, underscore, dot and hyphen: a name that held & or = could not be told apart in the signed text. */
    private static String name(byte[] bytes) throws RefusedException {
        for (byte b : bytes) {
            boolean allowed = (b >= 'a' && b <= 'z')
                    || (b >= 'A' && b <= 'Z')
                    || (b >= '0' && b <= '9')
                    || b == '_'
                    || b == '.'
                    || b == '-';
            if (!allowed) {
                throw malformed("a parameter's name is not of letters, digits, underscore, dot and hyphen");
            }
        }
        if (bytes.length == 0) {
            throw malformed("a parameter has no name");
        }
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    private static byte[] decode(byte[] text, int from, int to) throws RefusedException {
        byte[] decoded = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            byte b = text[i];
            if (b == '%') {
                if (i + 2 >= to) {
                    throw malformed("a percent sign stands without two hex digits");
                }
                decoded[length++] = (byte) (hex(text[i + 1]) << 4 | hex(text[i + 2]));
                i += 2;
            } else {
                decoded[length++] = b == '+' ? (byte) ' ' : b;
            }
        }
        return length == decoded.length ? decoded : Arrays.copyOf(decoded, length);
    }

    private static int hex(byte b) throws RefusedException {
        int digit = b < 0 ? -1 : Character.digit(b, 16);
        if (digit < 0) {
            throw malformed("a percent sign stands without two hex digits");
        }
        return digit;
    }

    /** The decoded bytes of a parameter; empty when it is absent, which no platform tells from an empty one. */
    public byte[] value(String name) {
        return parameters.getOrDefault(name, new byte[0]);
    }

    public boolean has(String name) {
        return parameters.containsKey(name);
    }

    /** Whether a parameter that is part of the signed text has no value. */
    public boolean hasEmptyValues() {
        for (Map.Entry<String, byte[]> parameter : parameters.entrySet()) {
            if (parameter.getValue().length == 0 && isSigned(parameter.getKey())) {
                return true;
            }
        }
        return false;
    }

    /**
     * The text that platforms sign (channels.md 3.2, 4.2): every parameter but the unsigned ones, known to us or not (case
     * PAR-05), sorted, {@code name=value} joined by &amp;.
     *
     * @param withEmptyValues whether those without a value are part of it: Alipay has signed both ways, UnionPay leaves them out
     *     (case PAR-21)
     */
    public byte[] signedText(boolean withEmptyValues) {
        ByteArrayOutputStream text = new ByteArrayOutputStream(1024);
        parameters.forEach((name, value) -> {
            if (isSigned(name) && (withEmptyValues || value.length > 0)) {
                if (text.size() > 0) {
                    text.write('&');
                }
                text.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
                text.write('=');
                text.writeBytes(value);
            }
        });
        return text.toByteArray();
    }

    private boolean isSigned(String name) {
        return !unsigned.contains(name);
    }

    /**
     * Whether a signed value holds {@code &name=}. Values stand unescaped in the signed text, so that a genuine text which
     * holds it can be cut into parameters in more than one way, all with the same valid signature: whoever gets his own text
     * into an order's description could state another amount.
     */
    public boolean isAmbiguousIn(String name) {
        byte[] cut = ("&" + name + "=").getBytes(StandardCharsets.US_ASCII);
        for (Map.Entry<String, byte[]> parameter : parameters.entrySet()) {
            if (isSigned(parameter.getKey()) && contains(parameter.getValue(), cut)) {
                return true;
            }
        }
        return false;
    }

    private static boolean contains(byte[] bytes, byte[] wanted) {
        int last = bytes.length - wanted.length;
        for (int i = indexOf(bytes, wanted[0], 0, bytes.length);
                i <= last;
                i = indexOf(bytes, wanted[0], i + 1, bytes.length)) {
            if (Arrays.mismatch(bytes, i, i + wanted.length, wanted, 0, wanted.length) < 0) {
                return true;
            }
        }
        return false;
    }
}
