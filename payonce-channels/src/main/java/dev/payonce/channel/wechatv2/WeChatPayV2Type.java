package dev.payonce.channel.wechatv2;

import dev.payonce.Channel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelType;
import java.time.Instant;
import java.util.Set;

/** {@code type: wechat-v2}: WeChat Pay's XML callbacks by APIv2, of merchants that connect directly. */
public final class WeChatPayV2Type implements ChannelType {

    @Override
    public String name() {
        return "wechat-v2";
    }

    @Override
    public Set<String> properties() {
        return WeChatPayV2Settings.PROPERTIES;
    }

    @Override
    public Channel create(ChannelProperties properties, Instant now) {
        return new WeChatPayV2Channel(WeChatPayV2Settings.of(properties));
    }
}
