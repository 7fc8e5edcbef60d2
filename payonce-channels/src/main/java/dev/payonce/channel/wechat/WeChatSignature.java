package dev.payonce.channel.wechat;

import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.RsaSignature;
import dev.payonce.channel.VerificationKey;
import org.jspecify.annotations.Nullable;

/** What WeChat Pay signs, callbacks and answers of its API alike (channels.md 1.2). Stateless. */
final class WeChatSignature {
    private static final byte[] LINE_FEED = {'\n'};

    private WeChatSignature() {}

    /** Finds keys. */
    @FunctionalInterface
    interface Keys {
        /** The key of a serial; null when there is none. */
        @Nullable
        VerificationKey byId(String serial);
    }

    /**
     * Returns for a message that is signed with the key that it names, and fresh.
     *
     * @throws RefusedException for every other one
     */
    static void verify(Delivery delivery, Keys keys) throws RefusedException {
        SignedHeaders headers = SignedHeaders.of(delivery);
        if (headers.isProbe()) {
            throw new RefusedException(Refusal.PROBE, "the platform's signature test");
        }
        headers.requireFresh(delivery.receivedAt());
        VerificationKey key = keys.byId(headers.serial());
        if (key == null) {
            throw new RefusedException(Refusal.UNKNOWN_KEY, "no key of serial=" + headers.serial());
        }
        if (!key.isValidAt(delivery.receivedAt())) {
            throw new RefusedException(Refusal.UNKNOWN_KEY, "certificate not valid now serial=" + headers.serial());
        }
        byte[] signature = RsaSignature.decodeBase64(headers.signatureText());
        if (signature == null
                || !RsaSignature.isValid(
                        key.key(),
                        signature,
                        headers.signedPrefix(),
                        delivery.body().bytes(),
                        LINE_FEED)) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signature does not match");
        }
    }
}
