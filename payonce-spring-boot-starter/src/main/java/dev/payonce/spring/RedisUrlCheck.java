package dev.payonce.spring;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Refuses a {@code spring.data.redis.url} that is none before Spring Boot reads it: its error shows the whole URL, and with
 * it a password.
 */
final class RedisUrlCheck implements BeanFactoryPostProcessor {
    private static final String PROPERTY = "spring.data.redis.url";
    private static final Set<String> SCHEMES = Set.of("redis", "rediss");

    private final Environment environment;

    RedisUrlCheck(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        String url = environment.getProperty(PROPERTY);
        if (url != null && !isRedis(url)) {
            throw new InvalidSettingException(PROPERTY
                    + " must be redis://user:password@host:port/database, or rediss for TLS; special characters"
                    + " of a password are written %XX");
        }
    }

    private static boolean isRedis(String url) {
        try {
            URI uri = new URI(url);
            return uri.getScheme() != null && SCHEMES.contains(uri.getScheme()) && uri.getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
