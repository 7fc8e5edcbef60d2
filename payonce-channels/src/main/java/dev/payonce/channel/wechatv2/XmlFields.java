package dev.payonce.channel.wechatv2;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.channel.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The children of a message's root element, whatever their names (case PAR-11). The only XML that is taken is one element
 * with flat children of plain text, each once: no document type, entity, attribute, comment, instruction or nesting, so that
 * no two readers can understand a message differently and nothing outside it is ever read (case SEC-05). Nothing is trimmed.
 */
final class XmlFields {
    private static final int MAX_FIELDS = 200;

    /** Far beyond any notification, which stays below 8 KiB: the parser copies a long text a dozen times. */
    private static final int MAX_BYTES = 64 * 1024;

    /** An XML declaration, or an instruction that looks like one, up to its end. */
    private static final Pattern DECLARATION = Pattern.compile("\\A<\\?xml[^>]*>");

    // Sorted by name. Names are ASCII only, for which the order of characters is the order of bytes.
    private final SortedMap<String, String> fields = new TreeMap<>();
    private final String root;

    private XmlFields(String root) {
        this.root = root;
    }

    /** Reads UTF-8, whatever encoding the text claims for itself. */
    static XmlFields parse(byte[] xml) throws RefusedException {
        if (xml.length > MAX_BYTES) {
            throw malformed("body is longer than " + MAX_BYTES + " bytes");
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(xml))
                    .toString();
            requireElementFirst(text);
            return read(factory().createXMLStreamReader(new StringReader(text)));
        } catch (CharacterCodingException e) {
            throw malformed("body is not UTF-8");
        } catch (XMLStreamException | RuntimeException e) {
            // The JDK's parser reports some of its errors and limits as unchecked exceptions of its own.
            throw malformed("body is not well-formed XML");
        }
    }

    /**
     * Refuses a document type before the parser sees one: even one that does not support them reads them to their end, and
     * the JDK's writes a line to standard error for each that has none.
     */
    private static void requireElementFirst(String text) throws RefusedException {
        String rest = DECLARATION.matcher(text).replaceFirst("").stripLeading();
        if (rest.startsWith("<!") || rest.startsWith("<?")) {
            throw malformed("something other than an element comes first");
        }
    }

    /** The JDK's own, whatever else is on the class path; a new one each time, since sharing is not promised to be safe. */
    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        return factory;
    }

    private static XmlFields read(XMLStreamReader reader) throws XMLStreamException, RefusedException {
        XmlFields all = null;
        String name = null;
        StringBuilder value = new StringBuilder();
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (name != null) {
                        throw malformed("an element is nested");
                    }
                    if (all == null) {
                        all = new XmlFields(name(reader));
                    } else {
                        name = name(reader);
                        value.setLength(0);
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    if (all != null && name != null) {
                        all.put(name, value.toString());
                        name = null;
                    }
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    if (name != null) {
                        value.append(reader.getText());
                    } else if (!reader.getText().isBlank()) {
                        throw malformed("text stands between the elements");
                    }
                }
                case XMLStreamConstants.END_DOCUMENT -> {}
                default -> throw malformed("XML holds something other than elements and text");
            }
        }
        if (all == null) {
            throw malformed("body holds no element");
        }
        return all;
    }

    /** Letters, digits, underscore, dot and hyphen: a name that held & or = could not be told apart in the signed text. */
    private static String name(XMLStreamReader reader) throws RefusedException {
        if (reader.getAttributeCount() > 0) {
            throw malformed("an element has an attribute");
        }
        String name = reader.getLocalName();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean allowed = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '_'
                    || c == '.'
                    || c == '-';
            if (!allowed) {
                throw malformed("an element's name is not of letters, digits, underscore, dot and hyphen");
            }
        }
        return name;
    }

    private void put(String name, String value) throws RefusedException {
        if (fields.put(name, value) != null) {
            throw malformed("an element is repeated");
        }
        if (fields.size() > MAX_FIELDS) {
            throw malformed("too many elements");
        }
    }

    String root() {
        return root;
    }

    /** Null when the element is absent or empty: no signature tells these apart (case PAR-12). */
    @Nullable
    String optional(String name) {
        String value = fields.getOrDefault(name, "");
        return value.isEmpty() ? null : value;
    }

    String required(String name) throws RefusedException {
        String value = optional(name);
        if (value == null) {
            throw malformed(name + " is missing");
        }
        return value;
    }

    /**
     * The text that WeChat Pay signs, but for the key at its end (channels.md 2.1): every field that is not empty but the
     * signature, known to us or not, {@code sign_type} too (case PAR-09), sorted, {@code name=value} joined by &amp;.
     */
    byte[] signedText() {
        ByteArrayOutputStream text = new ByteArrayOutputStream(1024);
        fields.forEach((name, value) -> {
            if (isSigned(name) && !value.isEmpty()) {
                String separator = text.size() > 0 ? "&" : "";
                text.writeBytes((separator + name + "=" + value).getBytes(StandardCharsets.UTF_8));
            }
        });
        return text.toByteArray();
    }

    private static boolean isSigned(String name) {
        return !name.equals("sign");
    }

    /**
     * Whether a signed value holds {@code &name=}. Values stand unescaped in the signed text, so that a genuine text which
     * holds it can be cut into fields in more than one way, all with the same valid signature: whoever gets his own text into
     * an order's {@code attach} could state another amount.
     */
    boolean isAmbiguousIn(String name) {
        String cut = "&" + name + "=";
        return fields.entrySet().stream()
                .anyMatch(field -> isSigned(field.getKey()) && field.getValue().contains(cut));
    }
}
