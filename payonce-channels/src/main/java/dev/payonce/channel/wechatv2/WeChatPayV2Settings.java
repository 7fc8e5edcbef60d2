package dev.payonce.channel.wechatv2;

import dev.payonce.channel.AdmittedIds;
import dev.payonce.channel.ChannelProperties;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a {@link WeChatPayV2Channel} needs, checked. Its text form shows no secret. */
record WeChatPayV2Settings(
        String name,
        String merchantId,
        Set<String> appIds,
        AdmittedIds subMerchants,
        AdmittedIds subApps,
        List<ApiKey> apiKeys,
        Set<SignType> signTypes) {
    private static final String MERCHANT_ID = "merchant-id";
    private static final String APP_ID = "app-id";
    private static final String SUB_MERCHANT_ID = "sub-merchant-id";
    private static final String SUB_APP_ID = "sub-app-id";
    private static final String SECRETS = "secrets";
    private static final String SIGN_TYPES = "sign-types";
    private static final int API_KEY_BYTES = 32;
    private static final int MAX_SECRETS = 20;

    static final Set<String> PROPERTIES = Set.of(MERCHANT_ID, APP_ID, SUB_MERCHANT_ID, SUB_APP_ID, SECRETS, SIGN_TYPES);

    WeChatPayV2Settings {
        appIds = Set.copyOf(appIds);
        apiKeys = List.copyOf(apiKeys);
        signTypes = Set.copyOf(signTypes);
    }

    static WeChatPayV2Settings of(ChannelProperties properties) {
        WeChatPayV2Settings settings = new WeChatPayV2Settings(
                properties.channel(),
                properties.oneName(MERCHANT_ID),
                properties.oneOrMoreNames(APP_ID),
                AdmittedIds.of(properties, SUB_MERCHANT_ID),
                AdmittedIds.of(properties, SUB_APP_ID),
                apiKeys(properties),
                signTypes(properties));
        if (settings.subMerchants.isEmpty() && !settings.subApps.isEmpty()) {
            throw properties.invalid(SUB_APP_ID, "needs " + SUB_MERCHANT_ID + " beside it");
        }
        return settings;
    }

    private static List<ApiKey> apiKeys(ChannelProperties properties) {
        List<ApiKey> keys = new ArrayList<>();
        for (String secret : properties.oneOrMore(SECRETS)) {
            if (secret.getBytes(StandardCharsets.UTF_8).length != API_KEY_BYTES) {
                throw properties.invalid(SECRETS, "must be " + API_KEY_BYTES + " bytes each");
            }
            keys.add(new ApiKey(secret));
        }
        if (keys.size() > MAX_SECRETS) {
            throw properties.invalid(SECRETS, "must have at most " + MAX_SECRETS + " values");
        }
        return keys;
    }

    /** MD5 only for merchants who say so (case PAR-10). */
    private static Set<SignType> signTypes(ChannelProperties properties) {
        if (!properties.values().containsKey(SIGN_TYPES)) {
            return EnumSet.of(SignType.HMAC_SHA256);
        }
        Set<SignType> types = EnumSet.noneOf(SignType.class);
        for (String text : properties.oneOrMore(SIGN_TYPES)) {
            types.add(SignType.ofText(text)
                    .orElseThrow(() -> properties.invalid(
                            SIGN_TYPES,
                            "must be among [" + SignType.HMAC_SHA256.text() + ", " + SignType.MD5.text() + "]")));
        }
        return types;
    }
}
