package dev.payonce;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A channel without cryptography, for tests of the pipeline. Each line of the body is one item: {@code transactionId
 * orderNo amount}, {@code ignored}, {@code refused REASON detail}, or {@code broken}, on which it throws.
 */
public record PlainChannel(String name) implements Channel {

    public static Delivery delivery(TestClock clock, String... lines) {
        byte[] body = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        return new Delivery("POST", "/notify/wx", Map.of(), null, Body.of(body), clock.instant());
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        List<Decoded> items = new ArrayList<>();
        for (String line : new String(delivery.body().bytes(), StandardCharsets.UTF_8).split("\n", -1)) {
            List<String> words = Arrays.asList(line.split(" ", -1));
            switch (words.get(0)) {
                case "ignored" -> items.add(Decoded.ignored("not a payment"));
                case "refused" -> items.add(Decoded.refused(Refusal.valueOf(words.get(1)), words.get(2)));
                case "broken" -> throw new IllegalStateException("a channel with a bug");
                default ->
                    items.add(Decoded.payment(Notifications.payment(words.get(0), words.get(1))
                            .through(name)
                            .of(Long.parseLong(words.get(2)), "CNY")
                            .at(delivery.receivedAt())));
            }
        }
        return items;
    }

    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        return receipt.success()
                ? Acknowledgement.of(200, "text/plain", "OK")
                : Acknowledgement.of(receipt.status(), "text/plain", receipt.message());
    }
}
