package dev.payonce.channel.alipay;

import static dev.payonce.channel.alipay.AlipayNotification.aSignedNotification;
import static dev.payonce.channel.alipay.AlipayNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.TestKeys;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The official SDK and this channel agree; where they do not, the test says who is stricter and why. */
class AlipayOracleTest {
    private static final String PUBLIC_KEY = TestKeys.base64(TestKeys.PLATFORM.getPublic());

    private final Channel channel = channel();

    /** Whether the SDK takes it as genuine; it throws on what is no signature at all. */
    private static boolean sdkVerifies(Delivery delivery, String charset) {
        Map<String, String> parameters = new LinkedHashMap<>();
        AlipayForms.parse(delivery)
                .forEach((name, value) -> parameters.put(
                        name, new String(value.getBytes(StandardCharsets.ISO_8859_1), Charset.forName(charset))));
        try {
            return AlipaySignature.rsaCheckV1(parameters, PUBLIC_KEY, charset, "RSA2");
        } catch (AlipayApiException e) {
            return false;
        }
    }

    private boolean weVerify(Delivery delivery) {
        return Expect.single(channel, delivery) instanceof Decoded.Payment;
    }

    private void bothAccept(AlipayNotification notification, String charset) {
        Delivery delivery = notification.deliver();
        assertThat(sdkVerifies(delivery, charset)).isTrue();
        assertThat(weVerify(delivery)).isTrue();
    }

    private void bothRefuse(AlipayNotification notification) {
        Delivery delivery = notification.deliver();
        assertThat(sdkVerifies(delivery, "utf-8")).isFalse();
        assertThat(weVerify(delivery)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf-8", "GBK", "gb18030"})
    void bothAcceptWhatTheJdkSigned(String charset) {
        bothAccept(aSignedNotification().charset(charset), charset);
        bothAccept(aSignedNotification().charset(charset).field("body", ""), charset);
        bothAccept(aSignedNotification().charset(charset).field("passback_params", "%7B%22a%22%3A+1%7D"), charset);
    }

    @Test
    void bothRefuseWhatWasChangedAfterSigning() {
        bothRefuse(aSignedNotification().signedBy(TestKeys.OTHER));
        bothRefuse(aSignedNotification().signedWith("SHA1withRSA"));
        bothRefuse(aSignedNotification().tamperedAfterSigning(body -> body.replace("99.00", "99.01")));
        bothRefuse(aSignedNotification().tamperedAfterSigning(body -> body.replace("ORD1", "ORD2")));
        bothRefuse(aSignedNotification().tamperedAfterSigning(body -> body.replace("version=1.0&", "")));
        bothRefuse(aSignedNotification().tamperedAfterSigning(body -> body + "&x=1"));
        bothRefuse(aSignedNotification().tamperedAfterSigning(body -> body.substring(0, body.indexOf("&sign="))));
    }

    @Test
    void par21TheSdkLeavesEmptyValuesOutAndWeAcceptBothKinds() {
        Delivery older =
                aSignedNotification().field("body", "").emptyValuesSigned().deliver();
        assertThat(sdkVerifies(older, "utf-8")).isFalse();
        assertThat(weVerify(older)).isTrue();
    }

    @Test
    void weAreStricterWithRepeatedParameters() {
        Delivery repeated = aSignedNotification()
                .tamperedAfterSigning(body -> "total_amount=0.01&" + body)
                .deliver();
        assertThat(sdkVerifies(repeated, "utf-8")).isTrue();
        Expect.refused(channel, repeated, Refusal.MALFORMED);
    }

    @Test
    void weAreStricterWithATextThatCanBeCutInTwoWays() {
        Delivery ambiguous = aSignedNotification()
                .field("subject", "x&total_amount=9999.00&tr=y")
                .deliver();
        assertThat(sdkVerifies(ambiguous, "utf-8")).isTrue();
        Expect.refused(channel, ambiguous, Refusal.MALFORMED);
    }

    @Test
    void weAreStricterWithASignatureThatIsNotStrictBase64() {
        // The SDK's decoder passes over characters that are not of its alphabet.
        Delivery decorated = aSignedNotification()
                .tamperedAfterSigning(body -> body.replace("&sign=", "&sign=*"))
                .deliver();
        assertThat(sdkVerifies(decorated, "utf-8")).isTrue();
        Expect.refused(channel, decorated, Refusal.BAD_SIGNATURE);
    }
}
