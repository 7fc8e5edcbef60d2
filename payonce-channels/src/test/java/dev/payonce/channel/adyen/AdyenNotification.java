package dev.payonce.channel.adyen;

import static dev.payonce.channel.adyen.AdyenItem.KEY;
import static dev.payonce.channel.adyen.AdyenItem.MERCHANT;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.ChannelProperties;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A delivery as Adyen would send it, and the channel that expects it. */
public final class AdyenNotification {
    static final Instant NOW = Instant.parse("2026-12-01T03:04:05Z");

    private AdyenNotification() {}

    public static Channel channel() {
        return channel(KEY);
    }

    static Channel channel(String... keys) {
        return channel(Map.of("secrets", List.of(keys)));
    }

    static Channel channel(Map<String, List<String>> changed) {
        return new AdyenType().create(new ChannelProperties("ady", properties(changed), List.of()), NOW);
    }

    static Map<String, List<String>> properties(Map<String, List<String>> changed) {
        Map<String, List<String>> all =
                new HashMap<>(Map.of("merchant-id", List.of(MERCHANT), "secrets", List.of(KEY)));
        all.putAll(changed);
        return all;
    }

    static Delivery deliver(AdyenItem... items) {
        return deliver("\"true\"", items);
    }

    static Delivery deliver(String live, AdyenItem... items) {
        return delivery(body(live, items));
    }

    /** Changed after it was signed. */
    static Delivery tampered(AdyenItem item, UnaryOperator<String> change) {
        return delivery(change.apply(body("\"true\"", item)));
    }

    static String body(String live, AdyenItem... items) {
        return Arrays.stream(items)
                .map(item -> "{\"NotificationRequestItem\":" + item + "}")
                .collect(Collectors.joining(",", "{\"live\":" + live + ",\"notificationItems\":[", "]}"));
    }

    static Delivery delivery(String body) {
        return delivery(body.getBytes(StandardCharsets.UTF_8));
    }

    static Delivery delivery(byte[] body) {
        Map<String, List<String>> headers = Map.of("Content-Type", List.of("application/json; charset=utf-8"));
        return new Delivery("POST", "/notify/ady", headers, null, Body.of(body), NOW);
    }
}
