package dev.payonce.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.spring.InvalidSettingException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class ApiTokenTest {
    @Test
    void tokenComesFromTheEnvironment() {
        assertThat(configured("s3cret~token").isIn("Bearer s3cret~token")).isTrue();
        assertThat(configured("s3cret~token").isIn("Bearer s3cret~toke")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two words", "tab\ttoken", "tok\u00e9n", " padded"})
    void tokenThatNoHeaderCanCarryIsRefused(String token) {
        assertThatThrownBy(() -> configured(token))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage(
                        "payonce.api.token must be visible ASCII characters without blanks. Leave it out for a random one");
    }

    @Test
    void withoutATokenOneIsMadeAndPrintedOnce() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        ApiToken token;
        try {
            token = ApiConfiguration.token(new StandardEnvironment());
        } finally {
            System.setOut(out);
        }
        Matcher line = Pattern.compile("payonce: .*payonce\\.api\\.token.* (\\S{43})\\R")
                .matcher(printed.toString(StandardCharsets.UTF_8));
        assertThat(line.matches()).isTrue();
        assertThat(token.isIn("Bearer " + line.group(1))).isTrue();
    }

    @Test
    void randomTokensDiffer() {
        Set<String> tokens = new HashSet<>();
        SecureRandom random = new SecureRandom();
        for (int i = 0; i < 1000; i++) {
            assertThat(tokens.add(ApiToken.random(random))).isTrue();
        }
    }

    private static ApiToken configured(String token) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        "test-systemEnvironment", Map.of("PAYONCE_API_TOKEN", token)));
        return ApiConfiguration.token(environment);
    }
}
