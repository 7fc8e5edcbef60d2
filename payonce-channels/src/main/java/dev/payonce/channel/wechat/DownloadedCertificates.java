package dev.payonce.channel.wechat;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.channel.Certificates;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.VerificationKey;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.SecretKey;

/** Reads the body of {@code GET /v3/certificates}. Immutable. */
record DownloadedCertificates(SecretKey apiV3Key) {
    private static final int MAX_CERTIFICATES = 20;

    /**
     * Every certificate by its serial, at least one; all or none are read.
     *
     * @throws RefusedException as malformed, for whatever is not such an answer
     */
    Map<String, VerificationKey> read(byte[] body) throws RefusedException {
        List<JsonObject> data = StrictJson.read(body, "answer").objects("data");
        if (data.isEmpty() || data.size() > MAX_CERTIFICATES) {
            throw malformed("data holds no certificate or too many");
        }
        Map<String, VerificationKey> keys = new HashMap<>();
        for (JsonObject each : data) {
            byte[] pem = EncryptedResource.decrypt(each.object("encrypt_certificate"), apiV3Key);
            VerificationKey key = certificate(each.text("serial_no"), new String(pem, StandardCharsets.UTF_8));
            keys.put(String.valueOf(key.id()), key);
        }
        return Map.copyOf(keys);
    }

    private static VerificationKey certificate(String serial, String pem) throws RefusedException {
        try {
            if (Certificates.parse(pem).size() != 1) {
                throw malformed("an entry holds several certificates");
            }
            return VerificationKey.of(serial, pem);
        } catch (IllegalArgumentException e) {
            throw malformed("a certificate " + e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "DownloadedCertificates[]";
    }
}
