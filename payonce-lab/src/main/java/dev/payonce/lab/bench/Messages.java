package dev.payonce.lab.bench;

import dev.payonce.lab.WeChatMerchant;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.http.RequestBytes;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Signs WeChat Pay notifications on all processors and encodes them as HTTP requests, ready to be sent. */
final class Messages {
    static final long AMOUNT = 9900;
    static final String CHANNEL = WeChatMerchant.CHANNEL;

    private final WeChatMerchant merchant = new WeChatMerchant();
    private final SecureRandom random = new SecureRandom();
    private final Clock clock;

    Messages(Clock clock) {
        this.clock = clock;
    }

    /** The channel's settings of a server that takes these messages. */
    List<String> settings() {
        return merchant.settings();
    }

    /** One notification for each of the orders {@code prefix + from} and on, signed now. */
    List<SignedRequest> signed(String prefix, int from, int count) {
        Instant now = clock.instant();
        return IntStream.range(from, from + count)
                .parallel()
                .mapToObj(i -> notification(prefix + i, now).sign(now, random))
                .toList();
    }

    private Notification notification(String orderNo, Instant paidAt) {
        return merchant.platform()
                .notification(new SimulatedPayment("4200" + orderNo, orderNo, AMOUNT, "CNY", paidAt), random);
    }

    /** The bytes of the requests as they go over the wire. */
    static List<byte[]> encoded(List<SignedRequest> requests, String path) {
        URI target = URI.create("http://127.0.0.1" + path);
        return requests.stream()
                .map(request -> RequestBytes.encode(request.method(), target, request.headers(), request.body()))
                .toList();
    }
}
