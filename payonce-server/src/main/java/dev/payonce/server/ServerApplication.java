package dev.payonce.server;

import dev.payonce.spring.KnownProperties;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The server as a Spring Boot application. */
@SpringBootApplication
public class ServerApplication {

    /** The application as every caller has to run it: with the servers it was not given. */
    public static SpringApplication create() {
        SpringApplication application = new SpringApplication(ServerApplication.class);
        application.addInitializers(new EmbeddedServersInitializer());
        return application;
    }

    @Bean
    KnownProperties serverProperties() {
        return KnownProperties.of("payonce.data-dir");
    }
}
