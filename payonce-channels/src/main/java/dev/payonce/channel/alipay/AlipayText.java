package dev.payonce.channel.alipay;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.channel.Form;
import dev.payonce.channel.RefusedException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parameters of a verified form as text, in the charset that the form names. */
final class AlipayText {
    private static final Set<String> CHARSETS = Set.of("utf-8", "gbk", "gb2312", "gb18030");

    private final Form form;
    private final Charset charset;

    private AlipayText(Form form, Charset charset) {
        this.form = form;
        this.charset = charset;
    }

    static AlipayText of(Form form) throws RefusedException {
        String name = new String(form.value("charset"), StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        if (name.isEmpty()) {
            return new AlipayText(form, StandardCharsets.UTF_8);
        }
        // A run-time image without the extended charsets knows fewer than are allowed.
        if (!CHARSETS.contains(name) || !Charset.isSupported(name)) {
            throw malformed("charset is not one of utf-8, gbk, gb2312, gb18030");
        }
        return new AlipayText(form, Charset.forName(name));
    }

    /** Null when the parameter is absent; empty when it is there without a value. */
    @Nullable
    String optional(String name) throws RefusedException {
        if (!form.has(name)) {
            return null;
        }
        try {
            return charset.newDecoder()
                    .decode(ByteBuffer.wrap(form.value(name)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw malformed(name + " is not in the charset that the form names");
        }
    }

    String required(String name) throws RefusedException {
        String text = optional(name);
        if (text == null || text.isEmpty()) {
            throw malformed(name + " is missing");
        }
        return text;
    }
}
