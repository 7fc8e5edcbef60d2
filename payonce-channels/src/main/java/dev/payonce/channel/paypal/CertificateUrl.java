package dev.payonce.channel.paypal;

import dev.payonce.Refusal;
import dev.payonce.channel.RefusedException;
import java.net.URI;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Judges where a certificate may be loaded from (channels.md 6.2): the sender names the address, so anything but an exact
 * host of the list would let it send requests from here to wherever it likes. Matched as a whole and by its own grammar
 * rather than taken apart by a URL parser: no user, no other port, no query, no escapes, no second spelling.
 */
final class CertificateUrl {
    private static final Pattern URL = Pattern.compile(
            "(https?)://([a-z0-9.-]{1,253}(?::[0-9]{1,5})?)((?:/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){1,8})");
    private static final String STANDARD_PORT = ":443";

    private CertificateUrl() {}

    /**
     * The address, in one spelling.
     *
     * @param hosts exact; one with a port, which settings allow for loopback only, may also be reached in the clear
     * @throws RefusedException as an unknown key
     */
    static URI allowed(String text, Set<String> hosts) throws RefusedException {
        Matcher url = URL.matcher(text);
        if (!url.matches()) {
            throw notAllowed();
        }
        boolean secure = url.group(1).equals("https");
        String host = url.group(2);
        if (secure && host.endsWith(STANDARD_PORT)) {
            host = host.substring(0, host.length() - STANDARD_PORT.length());
        }
        if (!hosts.contains(host) || (!secure && host.indexOf(':') < 0)) {
            throw notAllowed();
        }
        return URI.create(url.group(1) + "://" + host + url.group(3));
    }

    private static RefusedException notAllowed() {
        return new RefusedException(
                Refusal.UNKNOWN_KEY, "header " + Transmission.CERTIFICATE_URL + " names no allowed certificate host");
    }
}
