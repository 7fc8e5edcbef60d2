package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.aCombinedNotification;
import static dev.payonce.channel.wechat.WeChatNotification.aPartnerNotification;
import static dev.payonce.channel.wechat.WeChatNotification.subOrder;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.Fuzz;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The same of a service provider's channel, which admits as much as can be admitted. */
class WeChatPayV3PartnerFuzzTest extends WeChatPayV3FuzzTest {
    private static final List<String> MEMBERS = List.of(
            "sp_mchid",
            "sp_appid",
            "sub_mchid",
            "sub_appid",
            "mchid",
            "combine_mchid",
            "combine_appid",
            "combine_out_trade_no",
            "sub_orders",
            "trade_state",
            "amount");
    private static final String ORDER = subOrder(1, "SUCCESS", ",\"sub_mchid\":\"1900000111\"");
    private static final String OTHER = subOrder(2, "SUCCESS", ",\"sub_mchid\":\"1900000112\"");

    private final Channel channel = WeChatNotification.channel(Map.of(
            "sub-merchant-id", List.of("any"), "sub-app-id", List.of("any"), "combined-merchant-id", List.of("any")));

    @Override
    protected Channel channel() {
        return channel;
    }

    @Override
    protected List<Delivery> genuine() {
        return List.of(
                aPartnerNotification().deliver(),
                aCombinedNotification(ORDER, OTHER).deliver());
    }

    @Override
    protected Delivery strange(Random random) {
        String strange = Fuzz.strange(random, TOKENS);
        WeChatNotification notification = switch (random.nextInt(3)) {
            case 0 -> aPartnerNotification().payment(Fuzz.pick(random, MEMBERS), strange);
            case 1 -> aCombinedNotification(ORDER).payment(Fuzz.pick(random, MEMBERS), strange);
            default -> aCombinedNotification(ORDER, Fuzz.damage(random, OTHER, TOKENS));
        };
        return notification.deliver();
    }
}
