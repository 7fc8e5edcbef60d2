package dev.payonce.spring;

import dev.payonce.Channel;
import dev.payonce.Channels;
import dev.payonce.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins the channels that are configured and those that an application brings as beans of type {@link Channel}: from here
 * on nothing tells one from the other. What is wrong with a bean is said of the bean, by its class.
 */
final class ChannelBeans {
    private static final Logger log = LoggerFactory.getLogger(ChannelBeans.class);
    private static final String PROPERTY = "payonce.channels";

    private ChannelBeans() {}

    /** @throws InvalidSettingException for a bean whose name is none or is taken */
    static Channels beside(List<Channel> configured, Stream<Channel> beans) {
        Map<String, Channel> own = new LinkedHashMap<>();
        beans.forEach(bean -> {
            String name = String.valueOf(bean.name());
            if (!Names.isChannel(name)) {
                throw new InvalidSettingException(PROPERTY + " cannot hold the bean of " + type(bean)
                        + ": its name must match [a-z][a-z0-9-]{0,31}");
            }
            Channel other = own.putIfAbsent(name, bean);
            if (other != null) {
                throw new InvalidSettingException(PROPERTY + " cannot hold two beans that are named " + name + ": of "
                        + type(other) + " and of " + type(bean));
            }
        });
        for (Channel channel : configured) {
            Channel bean = own.get(channel.name());
            if (bean != null) {
                throw new InvalidSettingException(PROPERTY + "." + channel.name() + " is the name of a bean too, of "
                        + type(bean) + ": one of the two needs another");
            }
        }
        List<Channel> all = new ArrayList<>(configured);
        all.addAll(own.values());
        if (all.isEmpty()) {
            log.warn(
                    "no channel is configured below payonce.channels, nor is one a bean: every callback is answered 404");
        }
        return new Channels(all);
    }

    private static String type(Channel bean) {
        return bean.getClass().getName();
    }
}
