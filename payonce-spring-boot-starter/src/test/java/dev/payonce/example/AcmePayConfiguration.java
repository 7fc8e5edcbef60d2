package dev.payonce.example;

import dev.payonce.Channel;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The account at AcmePay. */
@Configuration(proxyBeanMethods = false)
public class AcmePayConfiguration {
    @Bean
    Channel acmePay(@Value("${acme.merchant}") String merchant, @Value("${acme.secrets}") List<String> secrets) {
        return new AcmePayChannel(merchant, secrets);
    }
}
