package dev.payonce.spring;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The names of the properties that are written below another, as often as they are. Stateless. */
final class WrittenNames {
    private WrittenNames() {}

    /** Everywhere. */
    static List<ConfigurationPropertyName> all(Environment environment, ConfigurationPropertyName root) {
        List<ConfigurationPropertyName> names = new ArrayList<>(spelled(environment, root));
        ConfigurationPropertySources.get(environment).forEach(source -> {
            if (areVariables(source)) {
                addBelow(root, source, names);
            }
        });
        return names;
    }

    /** Where names are spelled out: not as environment variables, which have lost dashes and case. */
    static List<ConfigurationPropertyName> spelled(Environment environment, ConfigurationPropertyName root) {
        List<ConfigurationPropertyName> names = new ArrayList<>();
        ConfigurationPropertySources.get(environment).forEach(source -> {
            if (!areVariables(source)) {
                addBelow(root, source, names);
            }
        });
        return names;
    }

    /**
     * The element behind the root in each of those, letter by letter: a {@link ConfigurationPropertyName} leaves out what it
     * does not know.
     */
    static Set<String> asSpelled(Environment environment, ConfigurationPropertyName root) {
        String beginning = root + ".";
        Set<String> elements = new LinkedHashSet<>();
        for (PropertySource<?> source : ((ConfigurableEnvironment) environment).getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> enumerable && !areVariables(source)) {
                Stream.of(enumerable.getPropertyNames())
                        .filter(name -> name.startsWith(beginning))
                        .map(name -> name.substring(beginning.length()).split("[.\\[]", 2)[0])
                        .forEach(elements::add);
            }
        }
        return elements;
    }

    private static void addBelow(
            ConfigurationPropertyName root, ConfigurationPropertySource source, List<ConfigurationPropertyName> names) {
        if (source instanceof IterableConfigurationPropertySource iterable) {
            iterable.stream().filter(root::isAncestorOf).forEach(names::add);
        }
    }

    private static boolean areVariables(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> underlying && areVariables(underlying);
    }

    private static boolean areVariables(PropertySource<?> source) {
        return source.getName().endsWith(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    }
}
