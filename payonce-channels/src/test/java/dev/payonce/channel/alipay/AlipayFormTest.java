package dev.payonce.channel.alipay;

import static dev.payonce.channel.alipay.AlipayNotification.NOW;
import static dev.payonce.channel.alipay.AlipayNotification.aSignedNotification;
import static dev.payonce.channel.alipay.AlipayNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlipayFormTest {
    private final Channel channel = channel();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&",
                "a",
                "a=1&",
                "&a=1",
                "a=1&&b=2",
                "=1",
                "a=%",
                "a=%1",
                "a=%1g",
                "a=%g1",
                "a=%-1",
                "a=%é1",
                "%zz=1",
                "a%26b=1",
                "a%3Db=1",
                "a b=1",
                "a+b=1",
                "é=1",
                "a=1&b",
                "a=1&a=1",
                "a=1&a=2",
                "a=1&%61=2",
                "{\"a\":1}",
                "<xml></xml>"
            })
    void whatIsNoFormIsMalformed(String body) {
        Expect.refused(channel, AlipayNotification.delivery(body, NOW), Refusal.MALFORMED);
    }

    @Test
    void par19ARepeatedParameterIsRefusedEvenWithTheSameValue() {
        // The official SDK works on a map, in which one of the two has already won: stricter on purpose.
        for (String repeated : new String[] {"&total_amount=99.00", "&sign_type=RSA2", "&total_%61mount=0.01"}) {
            Expect.refused(
                    channel,
                    aSignedNotification()
                            .tamperedAfterSigning(body -> body + repeated)
                            .deliver(),
                    Refusal.MALFORMED,
                    "a parameter is repeated");
        }
    }

    @Test
    void theNumberOfParametersIsBounded() {
        Expect.refused(
                channel, AlipayNotification.delivery(parameters(201), NOW), Refusal.MALFORMED, "too many parameters");
        Expect.refused(channel, AlipayNotification.delivery(parameters(200), NOW), Refusal.BAD_SIGNATURE);
    }

    private static String parameters(int count) {
        return IntStream.range(0, count).mapToObj(i -> "p" + i + "=").collect(Collectors.joining("&"));
    }

    @Test
    void onePaymentCannotBeCutIntoAnotherUnderTheSameSignature() {
        // A payer whose text reaches the order's description pays 0.01 and writes an amount of his own into it.
        Delivery genuine = aSignedNotification()
                .field("subject", "x&total_amount=9999.00&tr=y")
                .field("total_amount", "0.01")
                .deliver();
        Delivery cut = aSignedNotification()
                .field("subject", "x&total_amount=9999.00&tr=y")
                .field("total_amount", "0.01")
                .tamperedAfterSigning(body -> body.replace("&subject=x%26total_amount%3D9999.00%26tr%3Dy", "&subject=x")
                        .replace("&total_amount=0.01", "&total_amount=9999.00&tr=y%26total_amount%3D0.01"))
                .deliver();
        assertThat(AlipayForms.parse(cut)).containsEntry("total_amount", "9999.00");
        Expect.refused(channel, cut, Refusal.MALFORMED, "a value holds the text of the parameter total_amount");
        // Nobody can tell which of the two was meant, so neither posts.
        Expect.refused(channel, genuine, Refusal.MALFORMED, "a value holds the text of the parameter total_amount");
    }

    @Test
    void anAmpersandInAValueIsOtherwiseNothingSpecial() {
        Expect.accepted(
                channel,
                aSignedNotification()
                        .field("subject", "&a&total_amoun&total=1&price=9&")
                        .deliver());
    }

    @Test
    void anEscapeMayBeWrittenInEitherCaseAndWhereNoneIsNeeded() {
        Expect.accepted(
                channel,
                aSignedNotification()
                        .tamperedAfterSigning(body -> body.replace("%2B", "%2b").replace("ORD1", "%4FRD1"))
                        .deliver());
    }
}
