package dev.payonce.channel.wechat;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Refusal;
import dev.payonce.channel.AdmittedIds;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.Ids;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whose payments a channel takes. A channel that names sub-merchants is a service provider's and takes its sub-merchants'
 * payments only; any other takes its own merchant's only. A payment of the other kind is somebody else's, even where the
 * merchant is the same. Each method returns the merchant by whose id the payment's order was placed: with the transaction
 * id it is the payment's identity (channels.md 0.1), the same for APIv2 and APIv3. Immutable.
 *
 * @param merchantId {@code mchid}, {@code sp_mchid} or {@code combine_mchid}: the account whose keys these are
 * @param appIds its {@code appid}, {@code sp_appid} or {@code combine_appid}
 * @param subMerchants the {@code sub_mchid} of a service provider's messages
 * @param subApps the {@code sub_appid}, where there is one that is not the service provider's own
 * @param combinedMerchants the {@code mchid} of sub-orders beside the merchant's own
 */
record Receivers(
        String merchantId,
        Set<String> appIds,
        AdmittedIds subMerchants,
        AdmittedIds subApps,
        AdmittedIds combinedMerchants) {
    private static final String MERCHANT_ID = "merchant-id";
    private static final String APP_ID = "app-id";
    private static final String SUB_MERCHANT_ID = "sub-merchant-id";
    private static final String SUB_APP_ID = "sub-app-id";
    private static final String COMBINED_MERCHANT_ID = "combined-merchant-id";

    static final Set<String> PROPERTIES =
            Set.of(MERCHANT_ID, APP_ID, SUB_MERCHANT_ID, SUB_APP_ID, COMBINED_MERCHANT_ID);

    private static final String MCHID = "mchid";
    private static final String SP_MCHID = "sp_mchid";
    private static final String SUB_MCHID = "sub_mchid";

    Receivers {
        appIds = Set.copyOf(appIds);
    }

    static Receivers of(ChannelProperties properties) {
        Receivers receivers = new Receivers(
                properties.oneName(MERCHANT_ID),
                properties.oneOrMoreNames(APP_ID),
                AdmittedIds.of(properties, SUB_MERCHANT_ID),
                AdmittedIds.of(properties, SUB_APP_ID),
                AdmittedIds.of(properties, COMBINED_MERCHANT_ID));
        if (receivers.subMerchants.isEmpty() && !receivers.subApps.isEmpty()) {
            throw properties.invalid(SUB_APP_ID, "needs " + SUB_MERCHANT_ID + " beside it");
        }
        return receivers;
    }

    /** Of a payment by itself, whether a merchant's own or a service provider's. */
    String ofPayment(JsonObject payment) throws RefusedException {
        if (!has(payment, SP_MCHID) && !has(payment, SUB_MCHID)) {
            String merchant = own(name(payment, MCHID));
            requireApp(name(payment, "appid"));
            requireSubMerchant(payment, merchant);
            return merchant;
        }
        if (has(payment, MCHID)) {
            throw malformed("resource is a merchant's and a service provider's at once");
        }
        String provider = own(name(payment, SP_MCHID));
        requireApp(name(payment, "sp_appid"));
        requireSubMerchant(payment, provider);
        return provider;
    }

    /** Of a combined payment: who combined the orders of others. */
    void requireCombiner(JsonObject combined) throws RefusedException {
        String unused = own(name(combined, "combine_mchid"));
        requireApp(name(combined, "combine_appid"));
    }

    /** Of one order of a combined payment. */
    String ofSubOrder(JsonObject order) throws RefusedException {
        String merchant = name(order, MCHID);
        if (!merchantId.equals(merchant) && !combinedMerchants.admits(merchant)) {
            throw wrongReceiver(merchant);
        }
        requireSubMerchant(order, merchant);
        return merchant;
    }

    private String own(String merchant) throws RefusedException {
        if (!merchantId.equals(merchant)) {
            throw wrongReceiver(merchant);
        }
        return merchant;
    }

    private void requireApp(String app) throws RefusedException {
        if (!appIds.contains(app)) {
            throw wrongReceiver(app);
        }
    }

    private void requireSubMerchant(JsonObject payment, String merchant) throws RefusedException {
        String sub = optionalName(payment, SUB_MCHID);
        if (sub == null) {
            if (!subMerchants.isEmpty()) {
                throw wrongReceiver(merchant + " without " + SUB_MCHID);
            }
            return;
        }
        if (!subMerchants.admits(sub)) {
            throw wrongReceiver(sub);
        }
        String app = optionalName(payment, "sub_appid");
        if (app != null && !appIds.contains(app) && !subApps.admits(app)) {
            throw wrongReceiver(app);
        }
    }

    private static RefusedException wrongReceiver(String id) {
        return new RefusedException(Refusal.WRONG_RECEIVER, id);
    }

    /** Whether the member is there and not empty. */
    static boolean has(JsonObject payment, String member) throws RefusedException {
        String text = payment.optionalText(member);
        return text != null && !text.isEmpty();
    }

    private static String name(JsonObject payment, String member) throws RefusedException {
        return Ids.name(payment.text(member), member);
    }

    /** Null for an empty text too, as messages have it where a sub-merchant has no application of its own. */
    private static @Nullable String optionalName(JsonObject payment, String member) throws RefusedException {
        return has(payment, member) ? name(payment, member) : null;
    }
}
