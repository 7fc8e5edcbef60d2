package dev.payonce.channel.unionpay;

import static dev.payonce.channel.unionpay.UnionPayNotification.CN;
import static dev.payonce.channel.unionpay.UnionPayNotification.FROM;
import static dev.payonce.channel.unionpay.UnionPayNotification.LEAF;
import static dev.payonce.channel.unionpay.UnionPayNotification.LEAF_PEM;
import static dev.payonce.channel.unionpay.UnionPayNotification.MIDDLE;
import static dev.payonce.channel.unionpay.UnionPayNotification.MIDDLE_PEM;
import static dev.payonce.channel.unionpay.UnionPayNotification.NOW;
import static dev.payonce.channel.unionpay.UnionPayNotification.ROOT;
import static dev.payonce.channel.unionpay.UnionPayNotification.ROOT_PEM;
import static dev.payonce.channel.unionpay.UnionPayNotification.UNTIL;
import static dev.payonce.channel.unionpay.UnionPayNotification.aSignedNotification;
import static dev.payonce.channel.unionpay.UnionPayNotification.channel;

import dev.payonce.Channel;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.TestKeys;
import dev.payonce.channel.TestKeys.Named;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnionPaySignatureTest {
    private final Channel channel = channel();

    private void badSignature(UnionPayNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.BAD_SIGNATURE);
    }

    private void untrusted(UnionPayNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.UNKNOWN_KEY);
    }

    @Test
    void everyChangeIsRefused() {
        Expect.accepted(channel, aSignedNotification().deliver());
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body.replace("txnAmt=9900", "txnAmt=9901")));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body.replace("respCode=00", "respCode=0")));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body + "&x_new=1"));
        badSignature(aSignedNotification().signedBy(TestKeys.OTHER));
    }

    @Test
    void theSignatureIsOverTheHexTextOfTheDigest() {
        UnionPayNotification notification = aSignedNotification();
        byte[] overText = TestKeys.sign(TestKeys.PLATFORM, notification.signedText());
        Expect.refused(channel, notification.deliverSigned(overText), Refusal.BAD_SIGNATURE);
        byte[] hex = UnionPayNotification.hexDigest(notification.signedText());
        byte[] weak = TestKeys.sign("SHA1withRSA", TestKeys.PLATFORM, hex);
        Expect.refused(channel, notification.deliverSigned(weak), Refusal.BAD_SIGNATURE);
    }

    @Test
    void par21EmptyValuesAreLeftOut() {
        Expect.accepted(channel, aSignedNotification().field("reserved", "").deliver());
        Expect.accepted(
                channel,
                aSignedNotification()
                        .tamperedAfterSigning(body -> body + "&reserved=")
                        .deliver());
        badSignature(aSignedNotification()
                .field("reserved", "0")
                .tamperedAfterSigning(body -> body.replace("reserved=0", "reserved=")));
    }

    @Test
    void par01TheBytesAreSignedInWhateverEncoding() {
        Expect.accepted(channel, aSignedNotification().charset("GBK").deliver());
        Expect.accepted(
                channel, aSignedNotification().field("encoding", "nonsense").deliver());
    }

    @Test
    void sec02AMissingOrEmptySignatureIsRefusedBeforeTheCertificateIsRead() {
        for (String sign : List.of("", "&signature=", "&signature=*", "&signature=AAAA")) {
            badSignature(aSignedNotification()
                    .tamperedAfterSigning(body -> body.substring(0, body.indexOf("&signature=")) + sign));
        }
    }

    @Test
    void sec06SignMethodIsPinned() {
        for (String method : List.of("11", "12", "", "1", "001")) {
            badSignature(aSignedNotification().field("signMethod", method));
        }
        badSignature(aSignedNotification().without("signMethod"));
    }

    @Test
    void key05AStrangersCertificateIsNotTrustedWhateverItsName() {
        KeyPair stranger = TestKeys.OTHER;
        Named named = new Named(stranger, CN);
        Named falseMiddle = new Named(stranger, MIDDLE.name());
        untrusted(aSignedNotification()
                .signedBy(stranger)
                .certificate(TestKeys.certificate(named, named, "03", false, FROM, UNTIL)));
        // Names its issuer rightly, and is signed by another key.
        untrusted(aSignedNotification()
                .signedBy(stranger)
                .certificate(TestKeys.certificate(named, falseMiddle, "03", false, FROM, UNTIL)));
        // Issued by a genuine certificate that may issue nothing.
        Named falseIssuer = new Named(TestKeys.PLATFORM, CN);
        untrusted(aSignedNotification()
                .signedBy(stranger)
                .certificate(TestKeys.certificate(named, falseIssuer, "03", false, FROM, UNTIL)));
        // The genuine certificate does not lend its name to another key.
        badSignature(aSignedNotification().signedBy(stranger));
        // After all that, the genuine one is still known.
        Expect.accepted(channel, aSignedNotification().deliver());
    }

    @Test
    void key05AMerchantsCertificateOfTheSameAuthorityIsNotUnionPays() {
        for (String name : List.of(
                "041@Z2022@Some Merchant@00000001",
                "中国银联股份有限公司",
                "中国银联股份有限公司@a@b@c",
                "a@中国银联股份有限公司@b@c",
                "a@b@x中国银联股份有限公司@c",
                "a@b@c@中国银联股份有限公司")) {
            untrusted(aSignedNotification()
                    .certificate(TestKeys.certificate(
                            new Named(TestKeys.PLATFORM, name), MIDDLE, "04", false, FROM, UNTIL)));
        }
        Channel test = channel(Map.of("certificate-cn", List.of("00040000:SIGN")));
        Named signer = new Named(TestKeys.PLATFORM, "041@Z12@00040000:SIGN@00000062");
        Expect.accepted(
                test,
                aSignedNotification()
                        .certificate(TestKeys.certificate(signer, MIDDLE, "04", false, FROM, UNTIL))
                        .deliver());
        Expect.refused(test, aSignedNotification().deliver(), Refusal.UNKNOWN_KEY);
    }

    @Test
    void key09EveryCertificateMustBeValidAtTheReceipt() {
        Instant early = NOW.plusSeconds(60);
        Expect.accepted(channel, aSignedNotification().receivedAt(UNTIL).deliver());
        untrusted(aSignedNotification().receivedAt(UNTIL.plusSeconds(1)));
        untrusted(aSignedNotification().receivedAt(FROM.minusSeconds(1)));
        String leaf = TestKeys.certificate(LEAF, MIDDLE, "05", false, FROM, early);
        Expect.accepted(
                channel,
                aSignedNotification().certificate(leaf).receivedAt(early).deliver());
        untrusted(aSignedNotification().certificate(leaf).receivedAt(early.plusSeconds(1)));

        String middle =
                TestKeys.certificate(MIDDLE, ROOT, "02", true, FROM, early).strip();
        String root = TestKeys.certificate(ROOT, ROOT, "01", true, FROM, early).strip();
        for (List<String> trusted : List.of(List.of(ROOT_PEM.strip(), middle), List.of(root, MIDDLE_PEM.strip()))) {
            Channel ending = channel(Map.of("trusted-certificates", trusted));
            Expect.accepted(ending, aSignedNotification().receivedAt(early).deliver());
            Expect.refused(
                    ending,
                    aSignedNotification().receivedAt(early.plusSeconds(1)).deliver(),
                    Refusal.UNKNOWN_KEY);
        }
    }

    @Test
    void key01OldAndNewAuthoritiesStandSideBySide() {
        Named newMiddle = new Named(TestKeys.OTHER, MIDDLE.name());
        String newMiddlePem = TestKeys.certificate(newMiddle, ROOT, "12", true, FROM, UNTIL);
        Channel rotating =
                channel(Map.of("trusted-certificates", List.of(ROOT_PEM + newMiddlePem.strip(), MIDDLE_PEM.strip())));
        Expect.accepted(rotating, aSignedNotification().deliver());
        String leaf = TestKeys.certificate(LEAF, newMiddle, "13", false, FROM, UNTIL);
        Expect.accepted(rotating, aSignedNotification().certificate(leaf).deliver());
        untrusted(aSignedNotification().certificate(leaf));
    }

    @Test
    void theCertificateIsExactlyOneOfARightKindAndSize() {
        untrusted(aSignedNotification().without("signPubKeyCert"));
        untrusted(aSignedNotification().certificate("rubbish"));
        untrusted(aSignedNotification().certificate(LEAF_PEM + MIDDLE_PEM));
        untrusted(aSignedNotification().certificate(LEAF_PEM.substring(0, 300)));
        untrusted(aSignedNotification().certificate(TestKeys.pem(TestKeys.PLATFORM)));
        untrusted(aSignedNotification().certificate(LEAF_PEM + " ".repeat(16 * 1024)));
        KeyPair weak = TestKeys.rsa(1024);
        untrusted(aSignedNotification()
                .signedBy(weak)
                .certificate(TestKeys.certificate(new Named(weak, CN), MIDDLE, "06", false, FROM, UNTIL)));
    }

    @Test
    void par19ARepeatedParameterIsRefused() {
        Expect.refused(
                channel,
                aSignedNotification()
                        .tamperedAfterSigning(body -> body + "&txnAmt=9900")
                        .deliver(),
                Refusal.MALFORMED);
    }

    @Test
    void aValueThatCouldBeCutIntoOtherParametersIsRefused() {
        Expect.refused(
                channel,
                aSignedNotification().field("reqReserved", "x&txnAmt=1&zz=").deliver(),
                Refusal.MALFORMED);
    }
}
