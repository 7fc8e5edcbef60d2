package dev.payonce.channel;

import java.io.ByteArrayOutputStream;

/** Byte arrays in tests. */
public final class Bytes {
    private Bytes() {}

    public static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
