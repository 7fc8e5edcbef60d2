package dev.payonce.server.api;

import dev.payonce.jdbc.JdbcPaymentBook;
import dev.payonce.jdbc.JdbcRecords;
import dev.payonce.spring.InvalidSettingException;
import dev.payonce.spring.KnownProperties;
import io.swagger.v3.oas.models.OpenAPI;
import java.security.SecureRandom;
import org.apache.catalina.core.StandardHost;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/** Wires the API around an {@link dev.payonce.OrderBook} and the database that it stands on. */
@Configuration(proxyBeanMethods = false)
class ApiConfiguration {
    static final String TOKEN_PROPERTY = "payonce.api.token";

    @Bean
    JdbcRecords records(JdbcPaymentBook.Store store) {
        return new JdbcRecords(store);
    }

    @Bean
    KnownProperties apiProperties() {
        return KnownProperties.of(TOKEN_PROPERTY);
    }

    @Bean
    FilterRegistrationBean<BearerTokenFilter> bearerTokenFilter(Environment environment) {
        FilterRegistrationBean<BearerTokenFilter> registration =
                new FilterRegistrationBean<>(new BearerTokenFilter(token(environment)));
        registration.addUrlPatterns("/*");
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    /** Without one configured, a random one for this run: told once, on standard output, and nowhere else. */
    static ApiToken token(Environment environment) {
        String configured = environment.getProperty(TOKEN_PROPERTY);
        if (configured == null) {
            String made = ApiToken.random(new SecureRandom());
            System.out.println(
                    "payonce: no " + TOKEN_PROPERTY + " is configured; the API token of this run is " + made);
            return new ApiToken(made);
        }
        if (!ApiToken.isSendable(configured)) {
            throw new InvalidSettingException(
                    TOKEN_PROPERTY + " must be visible ASCII characters without blanks. Leave it out for a random one");
        }
        return new ApiToken(configured);
    }

    /**
     * Order numbers may hold a backslash, which Tomcat would take for a slash or refuse; and what Tomcat refuses by itself
     * is a problem document too.
     */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> apiTomcat() {
        return factory -> {
            factory.addConnectorCustomizers(connector ->
                    connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
            factory.addContextCustomizers(context ->
                    ((StandardHost) context.getParent()).setErrorReportValveClass(ProblemReportValve.class.getName()));
        };
    }

    @Bean
    OpenAPI apiDescription() {
        return ApiDescription.document();
    }

    @Bean
    OpenApiCustomizer apiAnswers() {
        return ApiDescription::complete;
    }
}
