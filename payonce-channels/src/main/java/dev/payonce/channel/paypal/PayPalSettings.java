package dev.payonce.channel.paypal;

import dev.payonce.channel.ApiBaseUrl;
import dev.payonce.channel.ChannelProperties;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a {@link PayPalChannel} needs, checked.
 *
 * @param apiBaseUrl scheme and host (and port), without a slash at the end
 * @param certificateHosts the hosts from which a certificate may be loaded, exact and in lower case
 */
record PayPalSettings(
        String name,
        String webhookId,
        String merchantId,
        String clientId,
        String clientSecret,
        String apiBaseUrl,
        Set<String> certificateHosts,
        Verification verification) {
    private static final String WEBHOOK_ID = "webhook-id";
    private static final String MERCHANT_ID = "merchant-id";
    private static final String CLIENT_ID = "client-id";
    private static final String CLIENT_SECRET = "client-secret";
    private static final String CERTIFICATE_HOSTS = "certificate-hosts";
    private static final String VERIFICATION = "verification";

    static final Set<String> PROPERTIES = Set.of(
            WEBHOOK_ID, MERCHANT_ID, CLIENT_ID, CLIENT_SECRET, ApiBaseUrl.PROPERTY, CERTIFICATE_HOSTS, VERIFICATION);

    private static final String LIVE = "https://api-m.paypal.com";
    private static final Set<String> LIVE_HOSTS = Set.of("api.paypal.com", "api-m.paypal.com");
    private static final Set<String> SANDBOX_HOSTS = Set.of("api.sandbox.paypal.com", "api-m.sandbox.paypal.com");
    private static final Pattern HOST = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");
    private static final Pattern LOOPBACK_PORT = Pattern.compile("(localhost|127\\.0\\.0\\.1):[1-9][0-9]{0,4}");
    /** Printable ASCII: what can stand in a signed text between bars, and in HTTP Basic before a colon. */
    private static final Pattern TOKEN = Pattern.compile("[!-9;-{}~]{1,256}");

    private static final Pattern SECRET = Pattern.compile("[!-~]{1,256}");

    /** How PayPal is asked about a payment. */
    enum Verification {
        /** Reads the capture. */
        QUERY,
        /** Lets PayPal judge the signature too, then reads the capture. */
        POSTBACK
    }

    PayPalSettings {
        certificateHosts = Set.copyOf(certificateHosts);
    }

    static PayPalSettings of(ChannelProperties properties) {
        String apiBaseUrl = ApiBaseUrl.of(properties, LIVE);
        return new PayPalSettings(
                properties.channel(),
                matching(properties, WEBHOOK_ID, TOKEN),
                properties.oneName(MERCHANT_ID),
                matching(properties, CLIENT_ID, TOKEN),
                matching(properties, CLIENT_SECRET, SECRET),
                apiBaseUrl,
                certificateHosts(properties, apiBaseUrl),
                verification(properties));
    }

    private static String matching(ChannelProperties properties, String property, Pattern pattern) {
        String value = properties.one(property);
        if (!pattern.matcher(value).matches()) {
            throw properties.invalid(property, "must be at most 256 printable ASCII characters without blanks");
        }
        return value;
    }

    /** PayPal's own hosts by default; those of the mode only, where the API's address tells it (case BIZ-04). */
    private static Set<String> certificateHosts(ChannelProperties properties, String apiBaseUrl) {
        if (!properties.values().containsKey(CERTIFICATE_HOSTS)) {
            String host = URI.create(apiBaseUrl).getHost();
            Set<String> hosts = new LinkedHashSet<>();
            if (!SANDBOX_HOSTS.contains(host)) {
                hosts.addAll(LIVE_HOSTS);
            }
            if (!LIVE_HOSTS.contains(host)) {
                hosts.addAll(SANDBOX_HOSTS);
            }
            return hosts;
        }
        Set<String> hosts = properties.oneOrMore(CERTIFICATE_HOSTS);
        for (String host : hosts) {
            if (!HOST.matcher(host).matches() && !LOOPBACK_PORT.matcher(host).matches()) {
                throw properties.invalid(
                        CERTIFICATE_HOSTS, "must be host names in lower case, without scheme, path or wildcard");
            }
        }
        return hosts;
    }

    private static Verification verification(ChannelProperties properties) {
        if (!properties.values().containsKey(VERIFICATION)) {
            return Verification.QUERY;
        }
        return switch (properties.one(VERIFICATION)) {
            case "query" -> Verification.QUERY;
            case "postback" -> Verification.POSTBACK;
            default -> throw properties.invalid(VERIFICATION, "must be query or postback");
        };
    }

    /** Only the name: the client's secret must not reach a log. */
    @Override
    public String toString() {
        return "PayPalSettings[" + name + "]";
    }
}
