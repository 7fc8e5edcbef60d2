package dev.payonce.channel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One block of a PEM text (RFC 7468).
 *
 * @param label what stands behind BEGIN
 * @param base64 what stands between BEGIN and END
 */
record PemBlock(String label, String base64) {
    private static final String BEGIN = "-----BEGIN ";
    private static final String DASHES = "-----";
    private static final char SEQUENCE = 0x30;
    private static final char LONG_LENGTH = 0x80;

    /** Every block; none where the text is not PEM. Text around the blocks is a comment. */
    static List<PemBlock> parse(String text) {
        List<PemBlock> blocks = new ArrayList<>();
        for (int begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, begin + 1)) {
            int labelEnd = text.indexOf(DASHES, begin + BEGIN.length());
            if (labelEnd < 0) {
                throw new IllegalArgumentException("is cut off");
            }
            String label = text.substring(begin + BEGIN.length(), labelEnd);
            int end = text.indexOf("-----END " + label + DASHES, labelEnd + DASHES.length());
            if (end < 0) {
                throw new IllegalArgumentException("is cut off");
            }
            blocks.add(new PemBlock(label, text.substring(labelEnd + DASHES.length(), end)));
        }
        return blocks;
    }

    /**
     * Refuses binary DER, which is what many consoles hand out and files are often named .pem all the same. Read as text, it
     * begins with a sequence's tag and a byte that no text has.
     */
    static void requireText(String text) {
        if (text.length() > 1 && text.charAt(0) == SEQUENCE && text.charAt(1) >= LONG_LENGTH) {
            throw new IllegalArgumentException("is binary (DER) but must be PEM text: convert it with"
                    + " openssl x509 -inform der (a certificate) or openssl pkey -pubin -inform der (a public key)");
        }
    }

    byte[] der() {
        return decode(base64);
    }

    /** Bytes of base64 over any number of lines. */
    static byte[] decode(String base64) {
        byte[] der = RsaSignature.decodeBase64(base64.replaceAll("\\s", "").getBytes(StandardCharsets.ISO_8859_1));
        if (der == null || der.length == 0) {
            throw new IllegalArgumentException("must be PEM text or the base64 of a public key");
        }
        return der;
    }
}
