package dev.payonce.channel.wechat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;

/** Whom WeChat Pay takes a request for: the merchant, its certificate's serial and the key of that. Immutable. */
record MerchantCredential(String merchantId, String serial, PrivateKey key) {
    private static final String SCHEME = "WECHATPAY2-SHA256-RSA2048";

    /**
     * The header {@code Authorization} of a GET without a body, as the official SDK writes it.
     *
     * @param path with the query, if there is one
     * @param nonce letters and digits
     */
    String authorization(String path, String nonce, Instant now) {
        long seconds = now.getEpochSecond();
        String message = "GET\n" + path + "\n" + seconds + "\n" + nonce + "\n\n";
        return SCHEME + " mchid=\"" + merchantId + "\",nonce_str=\"" + nonce + "\",timestamp=\"" + seconds
                + "\",serial_no=\"" + serial + "\",signature=\"" + sign(message) + "\"";
    }

    private String sign(String message) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(message.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a key that was accepted at start cannot sign", e);
        }
    }

    @Override
    public String toString() {
        return "MerchantCredential[" + merchantId + ", " + serial + "]";
    }
}
