package dev.payonce.channel.wechat;

import dev.payonce.channel.ApiBaseUrl;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.PrivateKeyText;
import dev.payonce.channel.VerificationKey;
import dev.payonce.channel.VerificationKeys;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** What a {@link WeChatPayV3Channel} needs, checked. */
record WeChatPayV3Settings(String name, Receivers receivers, SecretKey apiV3Key, PlatformKeys keys) {
    private static final String API_V3_KEY = "api-v3-key";
    private static final int API_V3_KEY_BYTES = 32;
    private static final String HEADER_VALUE = "[!-~]{1,128}";

    private static final String DOWNLOAD = "download-certificates";
    private static final String MERCHANT_SERIAL = "merchant-serial";
    private static final String API = "https://api.mch.weixin.qq.com";

    private static final List<String> OF_DOWNLOAD =
            List.of(MERCHANT_SERIAL, ChannelProperties.MERCHANT_PRIVATE_KEY, ApiBaseUrl.PROPERTY);

    static final Set<String> PROPERTIES = properties();

    private static Set<String> properties() {
        Set<String> all = new HashSet<>(Receivers.PROPERTIES);
        all.addAll(Set.of(
                API_V3_KEY,
                ChannelProperties.VERIFICATION_KEYS,
                DOWNLOAD,
                MERCHANT_SERIAL,
                ChannelProperties.MERCHANT_PRIVATE_KEY,
                ApiBaseUrl.PROPERTY));
        return Set.copyOf(all);
    }

    static WeChatPayV3Settings of(ChannelProperties properties, Instant now) {
        Receivers receivers = Receivers.of(properties);
        return new WeChatPayV3Settings(
                properties.channel(),
                receivers,
                apiV3Key(properties),
                platformKeys(properties, receivers.merchantId(), now));
    }

    private static SecretKey apiV3Key(ChannelProperties properties) {
        byte[] bytes = properties.one(API_V3_KEY).getBytes(StandardCharsets.UTF_8);
        if (bytes.length != API_V3_KEY_BYTES) {
            throw properties.invalid(API_V3_KEY, "must be " + API_V3_KEY_BYTES + " bytes");
        }
        return new SecretKeySpec(bytes, "AES");
    }

    private static PlatformKeys platformKeys(ChannelProperties properties, String merchantId, Instant now) {
        if (!properties.flag(DOWNLOAD, false)) {
            for (String property : OF_DOWNLOAD) {
                if (properties.has(property)) {
                    throw properties.invalid(property, "is for " + DOWNLOAD + ": true, and that is not set");
                }
            }
            return new PlatformKeys(keys(properties, now), null);
        }
        VerificationKeys configured =
                properties.verificationKeys().isEmpty() ? VerificationKeys.none() : keys(properties, now);
        String serial = properties.one(MERCHANT_SERIAL);
        if (!serial.matches("[0-9A-Fa-f]{1,64}")) {
            throw properties.invalid(MERCHANT_SERIAL, "must be the hex serial of the merchant's certificate");
        }
        MerchantCredential credential = new MerchantCredential(merchantId, serial, privateKey(properties));
        return new PlatformKeys(
                configured,
                new CertificateDownload(
                        properties.channel(),
                        ApiBaseUrl.of(properties, API),
                        credential,
                        new DownloadedCertificates(apiV3Key(properties))));
    }

    private static PrivateKey privateKey(ChannelProperties properties) {
        String pem = properties.one(ChannelProperties.MERCHANT_PRIVATE_KEY);
        try {
            return PrivateKeyText.read(pem);
        } catch (IllegalArgumentException e) {
            throw properties.invalid(ChannelProperties.MERCHANT_PRIVATE_KEY, String.valueOf(e.getMessage()));
        }
    }

    private static VerificationKeys keys(ChannelProperties properties, Instant now) {
        VerificationKeys keys = VerificationKeys.load(properties, now);
        List<VerificationKey> all = keys.all();
        for (int i = 0; i < all.size(); i++) {
            // A callback names its key; a key without a name would never be asked.
            String id = all.get(i).id();
            String property = ChannelProperties.VERIFICATION_KEYS + "[" + i + "].id";
            if (id == null) {
                throw properties.invalid(property, "is missing: a public key needs its id (PUB_KEY_ID_…)");
            }
            if (!id.matches(HEADER_VALUE)) {
                throw properties.invalid(property, "must be what Wechatpay-Serial says: ASCII without blanks");
            }
        }
        return keys;
    }

    @Override
    public String toString() {
        return "WeChatPayV3Settings[" + name + "]";
    }
}
