package dev.payonce.lab.schemes;

import dev.payonce.Channel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelProperties.KeyEntry;
import dev.payonce.channel.wechat.WeChatPayV3Type;
import dev.payonce.lab.WeChatMerchant;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/**
 * The process of one scheme: the HTTP server that PayOnce has, PayOnce's own WeChat Pay channel, which verifies and decodes,
 * and behind it the scheme. Takes the settings of a PayOnce channel {@code wx}.
 */
public final class Receiver {
    private static final String CHANNEL = "payonce.channels." + WeChatMerchant.CHANNEL + ".";

    private Receiver() {}

    /** Runs until the process is told to stop. */
    public static void main(String[] args) {
        System.setProperty("logback.configurationFile", "lab-logback.xml");
        Arguments arguments = Arguments.parse(args);
        Scheme scheme = Pattern.valueOf(arguments.text("scheme")).make(new Means(arguments));
        Clock clock = Clock.systemUTC();
        start(arguments, new NotifyServlet(channel(arguments, clock), scheme, clock));
    }

    private static void start(Arguments arguments, NotifyServlet notify) {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(arguments.text("server.tomcat.basedir"));
        tomcat.setHostname(arguments.text("server.address"));
        tomcat.setPort(Integer.parseInt(arguments.text("server.port")));
        tomcat.getConnector().setProperty("address", arguments.text("server.address"));
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "health", new HealthServlet());
        context.addServletMappingDecoded("/actuator/health", "health");
        Tomcat.addServlet(context, "notify", notify);
        context.addServletMappingDecoded("/notify/" + WeChatMerchant.CHANNEL, "notify");
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            throw new IllegalStateException("the receiver did not start", e);
        }
        tomcat.getServer().await();
    }

    private static Channel channel(Arguments arguments, Clock clock) {
        Map<String, List<String>> values = new HashMap<>();
        for (String property : List.of("merchant-id", "app-id", "api-v3-key")) {
            values.put(property, List.of(arguments.text(CHANNEL + property)));
        }
        List<KeyEntry> keys = new ArrayList<>();
        for (int i = 0; arguments.has(key(i) + "id"); i++) {
            keys.add(new KeyEntry(arguments.text(key(i) + "id"), arguments.text(key(i) + "pem")));
        }
        return new WeChatPayV3Type()
                .create(new ChannelProperties(WeChatMerchant.CHANNEL, values, keys), clock.instant());
    }

    private static String key(int index) {
        return CHANNEL + ChannelProperties.VERIFICATION_KEYS + "[" + index + "].";
    }
}
