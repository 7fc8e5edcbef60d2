package dev.payonce.lab.schemes;

import dev.payonce.Acknowledgement;
import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Outcome;
import dev.payonce.PaymentNotification;
import dev.payonce.Receipt;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The platform's door, the same for each scheme: verifies, hands over, and answers in the platform's form. */
final class NotifyServlet extends HttpServlet {
    private static final Logger log = LoggerFactory.getLogger(NotifyServlet.class);

    private final transient Channel channel;
    private final transient Scheme scheme;
    private final transient Clock clock;

    NotifyServlet(Channel channel, Scheme scheme, Clock clock) {
        this.channel = channel;
        this.scheme = scheme;
        this.clock = clock;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Decoded decoded = channel.decode(delivery(request)).get(0);
        Receipt receipt = decoded.fold(
                this::post, ignored -> Receipt.of(Outcome.IGNORED), refused -> Receipt.refused(refused.reason()));
        Acknowledgement answer = channel.acknowledge(receipt);
        response.setStatus(answer.status());
        response.setContentType(answer.contentType());
        response.setContentLength(answer.body().size());
        response.getOutputStream().write(answer.body().bytes());
    }

    /** Whatever goes wrong, the platform is told to send again. */
    private Receipt post(PaymentNotification payment) {
        try {
            return Receipt.of(scheme.post(payment) ? Outcome.POSTED : Outcome.IN_PROGRESS);
        } catch (Exception e) {
            log.warn("posting failed order={} fault={}", payment.orderNo(), e.toString());
            return Receipt.of(Outcome.UNAVAILABLE);
        }
    }

    private Delivery delivery(HttpServletRequest request) throws IOException {
        Map<String, List<String>> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name, Collections.list(request.getHeaders(name)));
        }
        return new Delivery(
                request.getMethod(),
                request.getRequestURI(),
                headers,
                request.getQueryString(),
                Body.of(request.getInputStream().readAllBytes()),
                clock.instant());
    }
}
