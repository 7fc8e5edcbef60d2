package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.API_V3_KEY;
import static dev.payonce.channel.wechat.WeChatNotification.MERCHANT_ID;
import static dev.payonce.channel.wechat.WeChatNotification.NOW;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.payonce.channel.TestKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** WeChat Pay's {@code GET /v3/certificates}, which looks at the request's signature and bends its answer as a test needs it. */
final class CertificatesApi implements AutoCloseable {
    static final KeyPair MERCHANT = TestKeys.rsa(2048);
    static final String MERCHANT_SERIAL = "5157F09EFDC096DE15EBE81A47057A7232F1B8E1";

    private static final Pattern AUTHORIZATION = Pattern.compile("WECHATPAY2-SHA256-RSA2048 mchid=\"([^\"]*)\","
            + "nonce_str=\"([^\"]*)\",timestamp=\"([0-9]+)\",serial_no=\"([^\"]*)\",signature=\"([^\"]*)\"");

    /** When each request says that it was made. */
    final List<Instant> requests = new CopyOnWriteArrayList<>();

    final Map<String, String> certificates = new LinkedHashMap<>();
    volatile int status = 200;
    volatile String apiV3Key = API_V3_KEY;
    volatile KeyPair signer = TestKeys.OTHER;
    volatile String signingSerial = "0B";
    volatile Instant signedAt = NOW;
    volatile String padding = "";

    private final HttpServer server;

    CertificatesApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(CertificateDownload.PATH, this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            requests.add(madeAt(authorization));
            boolean known = isMerchants(authorization);
            byte[] body = (body() + padding).getBytes(StandardCharsets.UTF_8);
            String timestamp = String.valueOf(signedAt.getEpochSecond());
            byte[] text = (timestamp + "\nn0nce\n" + new String(body, StandardCharsets.UTF_8) + "\n")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Wechatpay-Timestamp", timestamp);
            exchange.getResponseHeaders().set("Wechatpay-Nonce", "n0nce");
            exchange.getResponseHeaders().set("Wechatpay-Serial", signingSerial);
            exchange.getResponseHeaders()
                    .set("Wechatpay-Signature", Base64.getEncoder().encodeToString(TestKeys.sign(signer, text)));
            exchange.sendResponseHeaders(known ? status : 401, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static Instant madeAt(String authorization) {
        Matcher matcher = AUTHORIZATION.matcher(authorization);
        return matcher.matches() ? Instant.ofEpochSecond(Long.parseLong(matcher.group(3))) : Instant.MIN;
    }

    /** Whether the header is this merchant's signature over the request. */
    static boolean isMerchants(String authorization) {
        Matcher matcher = AUTHORIZATION.matcher(authorization);
        if (!matcher.matches()
                || !matcher.group(1).equals(MERCHANT_ID)
                || !matcher.group(4).equals(MERCHANT_SERIAL)) {
            return false;
        }
        String text = "GET\n" + CertificateDownload.PATH + "\n" + matcher.group(3) + "\n" + matcher.group(2) + "\n\n";
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(MERCHANT.getPublic());
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return signature.verify(Base64.getDecoder().decode(matcher.group(5)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private String body() {
        StringBuilder data = new StringBuilder();
        certificates.forEach((serial, pem) -> data.append(data.length() == 0 ? "" : ",")
                .append("{\"serial_no\":\"" + serial + "\",\"effective_time\":\"2026-01-01T00:00:00+08:00\","
                        + "\"encrypt_certificate\":{\"algorithm\":\"AEAD_AES_256_GCM\",\"nonce\":\"fdasflkja484\","
                        + "\"associated_data\":\"certificate\",\"ciphertext\":\"" + encrypt(pem) + "\"}}"));
        return "{\"data\":[" + data + "]}";
    }

    private String encrypt(String pem) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(apiV3Key.getBytes(StandardCharsets.US_ASCII), "AES"),
                    new GCMParameterSpec(128, "fdasflkja484".getBytes(StandardCharsets.US_ASCII)));
            cipher.updateAAD("certificate".getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(cipher.doFinal(pem.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
