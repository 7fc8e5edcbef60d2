package dev.payonce.channel.square;

import static dev.payonce.channel.square.SquareNotification.KEY;
import static dev.payonce.channel.square.SquareNotification.MERCHANT;
import static dev.payonce.channel.square.SquareNotification.NOW;
import static dev.payonce.channel.square.SquareNotification.OTHER_KEY;
import static dev.payonce.channel.square.SquareNotification.SIGNATURE;
import static dev.payonce.channel.square.SquareNotification.URL;
import static dev.payonce.channel.square.SquareNotification.aSignedNotification;
import static dev.payonce.channel.square.SquareNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.square.utilities.WebhooksHelper;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.square.Square;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The official SDK and this channel agree; where they do not, the test says who is stricter and why. The SDK only verifies. */
class SquareOracleTest {
    private final Channel channel = channel();

    private static boolean sdkVerifies(Delivery delivery) {
        String body = new String(delivery.body().bytes(), StandardCharsets.UTF_8);
        return WebhooksHelper.verifySignature(body, String.join(",", delivery.header(SIGNATURE)), KEY, URL);
    }

    private boolean weVerify(Delivery delivery) {
        return !(Expect.single(channel, delivery) instanceof Decoded.Refused);
    }

    private void both(boolean accept, SquareNotification notification) {
        both(accept, notification.deliver());
    }

    private void both(boolean accept, Delivery delivery) {
        assertThat(sdkVerifies(delivery)).isEqualTo(accept);
        assertThat(weVerify(delivery)).isEqualTo(accept);
    }

    @Test
    void bothAcceptWhatTheJdkSigned() {
        both(true, aSignedNotification());
        both(true, aSignedNotification().payment("note", "\"gift 🎁 è\""));
        both(true, aSignedNotification().payment("status", "\"APPROVED\""));
        both(true, aSignedNotification().body(body -> body.replace(",", ",\r\n ")));
    }

    @Test
    void bothRefuseWhatWasChangedAfterSigning() {
        both(false, aSignedNotification().tamperedAfterSigning(body -> body.replace("9900", "9901")));
        both(false, aSignedNotification().tamperedAfterSigning(body -> body + " "));
        both(false, aSignedNotification().signedBy(OTHER_KEY));
        both(false, aSignedNotification().signedFor(URL + "/"));
        both(false, aSignedNotification().header(SIGNATURE));
        both(false, aSignedNotification().header(SIGNATURE, ""));
        both(false, aSignedNotification().header(SIGNATURE, "not*base64"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_BODY", "WRONG_SIGNATURE", "MISSING_SIGNATURE", "EMPTY_SIGNATURE"})
    void bothRefuseTheSimulatorsForgeries(Forgery forgery) {
        both(true, simulated(Set.of()));
        both(false, simulated(Set.of(forgery)));
    }

    @Test
    void theSimulatorsOtherMerchantIsGenuineAndNotOurs() {
        Delivery delivery = simulated(Set.of(Forgery.OTHER_MERCHANT));
        assertThat(sdkVerifies(delivery)).isTrue();
        Expect.refused(channel, delivery, Refusal.WRONG_RECEIVER, MERCHANT + "9");
    }

    private static Delivery simulated(Set<Forgery> forgeries) {
        Random random = new Random(7);
        SignedRequest request = new Square(MERCHANT, "L1", KEY, URL)
                .notification(new SimulatedPayment("P1", "ORD/1", 9900, "USD", NOW), random)
                .sign(forgeries, NOW, random);
        return SquareNotification.delivery(request.headers(), request.body());
    }

    @Test
    void weAreStricterWithRepeatedMembers() {
        Delivery repeated = aSignedNotification()
                .body(body -> body.replace("\"status\"", "\"status\":\"APPROVED\",\"status\""))
                .deliver();
        assertThat(sdkVerifies(repeated)).isTrue();
        Expect.refused(channel, repeated, Refusal.MALFORMED);
    }

    @Test
    void weAreLaxerWithTheSpellingOfTheSameMac() {
        // The SDK compares texts, and not in constant time; here the padding may be missing.
        String genuine = aSignedNotification().deliver().header(SIGNATURE).get(0);
        Delivery unpadded = aSignedNotification()
                .header(SIGNATURE, genuine.replace("=", ""))
                .deliver();
        assertThat(sdkVerifies(unpadded)).isFalse();
        assertThat(weVerify(unpadded)).isTrue();
    }
}
