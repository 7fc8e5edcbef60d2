package dev.payonce.channel;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/** Where a platform's API is: the property {@value #PROPERTY}. Stateless. */
public final class ApiBaseUrl {
    public static final String PROPERTY = "api-base-url";

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1");

    private static final int MAX_PORT = 65_535;

    private ApiBaseUrl() {}

    /**
     * Scheme and host (and port), without a slash at the end; https, but to this very machine.
     *
     * @param absent the platform's own, also the example that an error shows
     * @throws IllegalArgumentException naming the property
     */
    public static String of(ChannelProperties properties, String absent) {
        if (!properties.has(PROPERTY)) {
            return absent;
        }
        IllegalArgumentException problem = properties.invalid(PROPERTY, "must be https://host, for example " + absent);
        try {
            URI uri = new URI(properties.one(PROPERTY));
            String host = uri.getHost();
            String path = uri.getRawPath();
            if (host == null
                    || uri.getPort() == 0
                    || uri.getPort() > MAX_PORT
                    || (!"".equals(path) && !"/".equals(path))
                    || uri.getRawQuery() != null
                    || uri.getRawFragment() != null
                    || uri.getRawUserInfo() != null) {
                throw problem;
            }
            String lower = host.toLowerCase(Locale.ROOT);
            // In the clear a secret would be readable on the way; only to this very machine there is no way.
            boolean local = "http".equals(uri.getScheme()) && LOOPBACK.contains(lower);
            if (!local && !"https".equals(uri.getScheme())) {
                throw problem;
            }
            return uri.getScheme() + "://" + lower + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
        } catch (URISyntaxException e) {
            // Not kept as the cause: its message repeats the text.
            throw problem;
        }
    }
}
