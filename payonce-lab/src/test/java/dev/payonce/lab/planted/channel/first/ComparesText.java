package dev.payonce.lab.planted.channel.first;

import java.util.HexFormat;
import javax.crypto.Mac;

/** Digests compared as text. */
public final class ComparesText {

    private ComparesText() {}

    static boolean same(Mac mac, byte[] message, String expected) {
        return HexFormat.of().formatHex(mac.doFinal(message)).equals(expected);
    }
}
