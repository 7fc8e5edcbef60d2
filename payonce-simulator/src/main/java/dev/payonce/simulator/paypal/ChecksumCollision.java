package dev.payonce.simulator.paypal;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Bends a text to a given CRC32 by blanks and tabs behind it (channels.md 6.3). The sum is linear: which blanks have to
 * become tabs is a system of 32 equations over single bits. Stateless.
 */
final class ChecksumCollision {
    private static final int BLANKS = 64;
    private static final int BITS = 32;

    private ChecksumCollision() {}

    /** The text with blanks and tabs behind it, and the checksum asked for. */
    static byte[] bend(byte[] text, long checksum) {
        byte[] bent = Arrays.copyOf(text, text.length + BLANKS);
        Arrays.fill(bent, text.length, bent.length, (byte) ' ');
        long blank = crc32(bent);
        // For each bit of the sum: a sum whose highest bit it is, and the blanks that bring it about.
        long[] sums = new long[BITS];
        long[] tabs = new long[BITS];
        for (int i = 0; i < BLANKS; i++) {
            bent[text.length + i] = '\t';
            add(sums, tabs, crc32(bent) ^ blank, 1L << i);
            bent[text.length + i] = ' ';
        }
        long wanted = blank ^ checksum;
        long chosen = 0;
        for (int bit = BITS - 1; bit >= 0; bit--) {
            if ((wanted >>> bit & 1) == 1) {
                wanted ^= sums[bit];
                chosen ^= tabs[bit];
            }
        }
        if (wanted != 0) {
            throw new IllegalStateException("too few blanks for this checksum");
        }
        for (int i = 0; i < BLANKS; i++) {
            if ((chosen >>> i & 1) == 1) {
                bent[text.length + i] = '\t';
            }
        }
        return bent;
    }

    private static void add(long[] sums, long[] tabs, long sum, long tab) {
        long rest = sum;
        long used = tab;
        for (int bit = BITS - 1; bit >= 0 && rest != 0; bit--) {
            if ((rest >>> bit & 1) == 1) {
                if (sums[bit] == 0) {
                    sums[bit] = rest;
                    tabs[bit] = used;
                    return;
                }
                rest ^= sums[bit];
                used ^= tabs[bit];
            }
        }
    }

    static long crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }
}
