package dev.payonce.simulator;

import dev.payonce.simulator.http.Endpoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a storm may go: to loopback, and to one other host when it was named and confirmed, since a storm is an attack on a
 * server that does not expect it. A name is resolved once, and the address is judged that connections are then made to.
 * Never a link-local address (cloud metadata), a wildcard or a multicast one. Immutable.
 */
public final class Targets {
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[(::1|0:0:0:0:0:0:0:1)]");
    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final String confirmed;

    private Targets(String confirmed) {
        this.confirmed = confirmed;
    }

    /** {@code localhost} and literal loopback addresses. */
    public static Targets loopback() {
        return new Targets("");
    }

    /** This host, too: exactly as it stands in the targets. */
    public static Targets confirmed(String host) {
        if (host.isBlank()) {
            throw new IllegalArgumentException("the confirmed host must be named");
        }
        return new Targets(host.toLowerCase(Locale.ROOT));
    }

    /**
     * Refuses a target that nothing may be sent to.
     *
     * @throws IllegalArgumentException saying why
     */
    public void requireAllowed(URI target) {
        var unused = resolve(target);
    }

    /** @throws IllegalArgumentException if nothing may be sent there */
    Endpoint resolve(URI target) {
        String host = target.getHost();
        if (target.getScheme() == null || !SCHEMES.contains(target.getScheme()) || host == null) {
            throw new IllegalArgumentException("not an http(s) target: " + target);
        }
        boolean isConfirmed = host.toLowerCase(Locale.ROOT).equals(confirmed);
        if (!isConfirmed && !LOOPBACK.matcher(host).matches()) {
            throw new IllegalArgumentException("target is not a loopback address: " + host);
        }
        InetAddress address = addressOf(host);
        if (!isConfirmed && !address.isLoopbackAddress()) {
            throw new IllegalArgumentException("target is not a loopback address: " + host);
        }
        if (address.isLinkLocalAddress() || address.isAnyLocalAddress() || address.isMulticastAddress()) {
            throw new IllegalArgumentException(
                    "nothing is sent to link-local, wildcard and multicast addresses: " + address.getHostAddress());
        }
        boolean tls = target.getScheme().equals("https");
        int port = target.getPort() < 0 ? (tls ? HTTPS : HTTP) : target.getPort();
        return new Endpoint(new InetSocketAddress(address, port), host, tls);
    }

    private static InetAddress addressOf(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("host cannot be resolved: " + host, e);
        }
    }
}
