package dev.payonce.spring;

import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/**
 * Refuses properties below {@code payonce} that nobody reads. Environment variables are left out: {@code PAYONCE_HOME} may
 * belong to a script. An instance says that there were none.
 */
final class UnknownProperties {
    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("payonce");

    private UnknownProperties() {}

    /** @throws InvalidSettingException naming the first unknown one and what is known beside it */
    static UnknownProperties refuse(Environment environment, List<KnownProperties> known) {
        for (ConfigurationPropertyName name : WrittenNames.spelled(environment, ROOT)) {
            if (known.stream().noneMatch(some -> some.knows(name))) {
                throw new InvalidSettingException(name + " is not a property of PayOnce; known: "
                        + known.stream()
                                .flatMap(some -> some.names().stream())
                                .sorted()
                                .collect(Collectors.joining(", ")));
            }
        }
        return new UnknownProperties();
    }
}
