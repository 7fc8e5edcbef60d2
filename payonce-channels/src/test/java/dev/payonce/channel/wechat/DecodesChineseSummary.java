package dev.payonce.channel.wechat;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.payonce.PaymentNotification;
import dev.payonce.channel.Expect;
import java.io.PrintStream;
import java.nio.charset.Charset;

/** A main class: decodes a notification with Chinese text under the default charset that its argument names. */
final class DecodesChineseSummary {
    private DecodesChineseSummary() {}

    public static void main(String[] args) {
        if (!Charset.defaultCharset().equals(Charset.forName(args[0]))) {
            throw new IllegalStateException("the default charset is " + Charset.defaultCharset());
        }
        PaymentNotification notification = Expect.payment(
                WeChatNotification.channel(),
                WeChatNotification.aSignedNotification()
                        .payment("out_trade_no", "\"订单一\"")
                        .deliver());
        new PrintStream(System.out, true, US_ASCII)
                .println(String.valueOf(notification.orderNo()).length() + " characters under " + args[0]);
    }
}
