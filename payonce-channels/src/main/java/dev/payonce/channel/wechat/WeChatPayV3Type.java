package dev.payonce.channel.wechat;

import dev.payonce.Channel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelType;
import java.time.Instant;
import java.util.Set;

/** {@code type: wechat-v3}: WeChat Pay's callbacks by APIv3, of merchants, of service providers, and combined ones. */
public final class WeChatPayV3Type implements ChannelType {

    @Override
    public String name() {
        return "wechat-v3";
    }

    @Override
    public Set<String> properties() {
        return WeChatPayV3Settings.PROPERTIES;
    }

    @Override
    public Channel create(ChannelProperties properties, Instant now) {
        return new WeChatPayV3Channel(WeChatPayV3Settings.of(properties, now));
    }
}
