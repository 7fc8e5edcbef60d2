package dev.payonce.channel.adyen;

import static dev.payonce.channel.adyen.AdyenItem.KEY;
import static dev.payonce.channel.adyen.AdyenItem.MERCHANT;
import static dev.payonce.channel.adyen.AdyenItem.OTHER_KEY;
import static dev.payonce.channel.adyen.AdyenItem.anItem;
import static dev.payonce.channel.adyen.AdyenNotification.NOW;
import static dev.payonce.channel.adyen.AdyenNotification.body;
import static dev.payonce.channel.adyen.AdyenNotification.channel;
import static dev.payonce.channel.adyen.AdyenNotification.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import com.adyen.model.notification.NotificationRequestItem;
import com.adyen.notification.WebhookHandler;
import com.adyen.util.HMACValidator;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.adyen.Adyen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SignatureException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The official SDK and this channel agree; where they do not, the test says who is stricter and why. */
class AdyenOracleTest {
    private final Channel channel = channel();
    private final HMACValidator validator = new HMACValidator();

    private static NotificationRequestItem sdkReads(String body) throws IOException {
        return new WebhookHandler()
                .handleNotificationJson(body)
                .getNotificationItems()
                .get(0);
    }

    /** Whether the SDK takes it as genuine; it throws where the signature is missing. */
    private boolean sdkVerifies(String body) throws IOException, SignatureException {
        try {
            return validator.validateHMAC(sdkReads(body), KEY);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean weVerify(String body) {
        return !(Expect.single(channel, delivery(body)) instanceof Decoded.Refused);
    }

    private void both(boolean accept, String body) throws Exception {
        assertThat(sdkVerifies(body)).as(body).isEqualTo(accept);
        assertThat(weVerify(body)).as(body).isEqualTo(accept);
    }

    private static String live(AdyenItem item) {
        return body("\"true\"", item);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ORD1", "", "a:b\\c", "\\:/\\/slashes are fun", "订单 1", "gift 🎁 è"})
    void bothAcceptWhatTheJdkSigned(String reference) throws Exception {
        both(true, live(anItem().text("merchantReference", reference)));
        both(true, live(anItem().text("merchantReference", reference).text("success", "false")));
        both(
                true,
                live(anItem().text("eventCode", "REFUND")
                        .text("originalReference", "O1")
                        .amount(-5, "EUR")
                        .text("merchantReference", reference)));
    }

    @Test
    void bothAcceptWhatTheSdkSigned() throws Exception {
        NotificationRequestItem item = sdkReads(live(anItem().unsigned()));
        String signature = validator.calculateHMAC(item, KEY);
        assertThat(signature).isEqualTo(anItem().base64Mac());
        both(true, live(anItem().signature("\"" + signature + "\"")));
    }

    @Test
    void bothRefuseWhatWasChangedAfterSigning() throws Exception {
        String genuine = live(anItem());
        both(false, genuine.replace("9900", "9901"));
        both(false, genuine.replace("ORD1", "ORD2"));
        both(false, genuine.replace("EUR", "USD"));
        both(false, genuine.replace("ZVWN7D3WSMK2WN82", "ZVWN7D3WSMK2WN83"));
        both(false, genuine.replace("\"success\":\"true\"", "\"success\":\"false\""));
        both(false, live(anItem().signedBy(OTHER_KEY)));
        both(false, live(anItem().unsigned()));
        both(false, live(anItem().signature("\"\"")));
        both(false, live(anItem().member("additionalData", "{}")));
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_BODY", "WRONG_SIGNATURE", "MISSING_SIGNATURE", "EMPTY_SIGNATURE"})
    void bothRefuseTheSimulatorsForgeries(Forgery forgery) throws Exception {
        both(true, simulated(Set.of()));
        both(false, simulated(Set.of(forgery)));
    }

    @Test
    void theSimulatorsOtherMerchantIsGenuineAndNotOurs() throws Exception {
        String body = simulated(Set.of(Forgery.OTHER_MERCHANT));
        assertThat(sdkVerifies(body)).isTrue();
        Expect.refused(channel, delivery(body), Refusal.WRONG_RECEIVER, MERCHANT + "9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EUR", "JPY", "KWD", "ISK", "CLP", "IDR", "CVE"})
    void theSimulatorsAmountsAreOurs(String currency) {
        // It has a table of its own.
        SimulatedPayment payment = new SimulatedPayment("P1", "ORD1", 9900, currency, NOW);
        Adyen adyen = new Adyen(MERCHANT, KEY, true);
        byte[] body = adyen.notification(payment, new Random(7))
                .sign(NOW, new Random(7))
                .body();
        assertThat(Expect.payment(channel, delivery(body)).money()).isEqualTo(new dev.payonce.Money(9900, currency));
    }

    private static String simulated(Set<Forgery> forgeries) {
        Random random = new Random(7);
        SimulatedPayment payment = new SimulatedPayment("P1", "ORD:1 \\", 9900, "EUR", NOW);
        byte[] body = new Adyen(MERCHANT, KEY, true)
                .notification(payment, random)
                .sign(forgeries, NOW, random)
                .body();
        return new String(body, StandardCharsets.UTF_8);
    }

    @Test
    void weAreStricterWithRepeatedMembers() throws Exception {
        String repeated = live(anItem()).replace("\"pspReference\"", "\"pspReference\":\"X\",\"pspReference\"");
        Expect.refused(channel, delivery(repeated), Refusal.MALFORMED);
    }

    @Test
    void weAreStricterWithATextThatCanBeCutInTwoWays() throws Exception {
        String ambiguous = live(anItem().text("merchantReference", "x:" + MERCHANT + ":ORD2"));
        assertThat(sdkVerifies(ambiguous)).isTrue();
        Expect.refused(channel, delivery(ambiguous), Refusal.MALFORMED);
    }

    @Test
    void weAreStricterWithAnAmountThatIsAText() throws Exception {
        String text = live(anItem().member("amount", "{\"currency\":\"EUR\",\"value\":\"9900\"}"));
        assertThat(sdkVerifies(text)).isTrue();
        Expect.refused(channel, delivery(text), Refusal.MALFORMED);
    }

    @Test
    void weVerifyEveryItemOfABatch() throws Exception {
        // The SDK leaves the loop to its user.
        String batch =
                body("\"true\"", anItem(), anItem().text("pspReference", "P2").unsigned());
        assertThat(sdkVerifies(batch)).isTrue();
        List<Decoded> decoded = channel.decode(delivery(batch));
        assertThat(decoded.get(1)).isInstanceOf(Decoded.Refused.class);
    }
}
