package dev.payonce.lab.nodes;

import dev.payonce.server.ServerApplication;
import java.time.Clock;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;

/** The server as it is, on a machine whose clock is wrong. */
public final class SkewedServer {
    /** A system property: how far its clock is ahead. */
    static final String OFFSET = "lab.clock-offset";

    private SkewedServer() {}

    /** Runs until the process is told to stop. */
    public static void main(String[] args) {
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.parse(System.getProperty(OFFSET)));
        SpringApplication application = ServerApplication.create();
        application.addInitializers((ApplicationContextInitializer<GenericApplicationContext>)
                context -> context.registerBean("skewedClock", Clock.class, () -> clock));
        var unused = application.run(args);
    }
}
