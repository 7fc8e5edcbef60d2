package dev.payonce.channel.stripe;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.payonce.PaymentNotification;
import dev.payonce.channel.Expect;
import java.io.PrintStream;
import java.nio.charset.Charset;

/** A main class: decodes an event with an emoji in it under the default charset that its argument names. */
final class DecodesEmoji {
    private DecodesEmoji() {}

    public static void main(String[] args) {
        if (!Charset.defaultCharset().equals(Charset.forName(args[0]))) {
            throw new IllegalStateException("the default charset is " + Charset.defaultCharset());
        }
        PaymentNotification notification = Expect.payment(
                StripeNotification.channel(),
                StripeNotification.aSignedNotification()
                        .intent("metadata", "{\"order_no\":\"gift🎁\"}")
                        .deliver());
        String orderNo = String.valueOf(notification.orderNo());
        new PrintStream(System.out, true, US_ASCII)
                .println(orderNo.substring(0, 4) + " " + orderNo.codePointCount(0, orderNo.length()) + " under "
                        + args[0]);
    }
}
