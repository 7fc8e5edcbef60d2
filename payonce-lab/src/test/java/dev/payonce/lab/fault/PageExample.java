package dev.payonce.lab.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;

/**
 * One example on a channel's page: the settings that a team copies. Immutable.
 *
 * @param page the whole page
 * @param channel the channel's name in the example
 * @param yaml the example as it stands there
 * @param settings its properties of the channel, without the common beginning; placeholders unresolved
 */
record PageExample(String page, String channel, String yaml, Map<String, String> settings) {
    /** Where the pages' examples have their key files. */
    static final String KEY_FOLDER = "/etc/payonce/";

    private static final Path PAGES = Path.of("..", "docs", "channels");
    private static final Pattern FENCE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern PROPERTY = Pattern.compile("payonce\\.channels\\.([^.]+)\\.(.+)");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([A-Z0-9_]+)}");
    private static final Pattern FILE = Pattern.compile("file:" + KEY_FOLDER + "([a-z0-9_.-]+)");

    PageExample {
        settings = Map.copyOf(settings);
    }

    /** Every example of every page. */
    static List<PageExample> all() throws IOException {
        List<PageExample> examples = new ArrayList<>();
        try (Stream<Path> pages = Files.list(PAGES)) {
            for (Path path : pages.sorted().toList()) {
                String page = Files.readString(path);
                FENCE.matcher(page).results().forEach(fence -> examples.add(of(page, fence.group(1))));
            }
        }
        return examples;
    }

    private static PageExample of(String page, String yaml) {
        YamlPropertiesFactoryBean reader = new YamlPropertiesFactoryBean();
        reader.setResources(new ByteArrayResource(yaml.getBytes(UTF_8)));
        Map<String, String> settings = new TreeMap<>();
        Set<String> channels = new TreeSet<>();
        requireNonNull(reader.getObject()).forEach((name, value) -> {
            Matcher property = matched(PROPERTY, String.valueOf(name));
            channels.add(property.group(1));
            settings.put(property.group(2), String.valueOf(value));
        });
        if (channels.size() != 1) {
            throw new IllegalStateException("an example has one channel: " + yaml);
        }
        return new PageExample(page, channels.iterator().next(), yaml, settings);
    }

    String type() {
        return setting("type");
    }

    boolean has(String property) {
        return settings.containsKey(property);
    }

    String setting(String property) {
        return requireNonNull(settings.get(property), () -> channel + " lacks " + property);
    }

    /** The name of the environment variable that is to hold the property's value. */
    String variable(String property) {
        return matched(PLACEHOLDER, setting(property)).group(1);
    }

    /** The name of the file that is to hold the property's value. */
    String file(String property) {
        return matched(FILE, setting(property)).group(1);
    }

    /** Whether the page's table of properties explains that one. */
    boolean explains(String property) {
        return page.lines().anyMatch(line -> line.startsWith("| `") && line.contains("`" + property + "`"));
    }

    private static Matcher matched(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalStateException(text + " is not of the form " + pattern);
        }
        return matcher;
    }

    @Override
    public String toString() {
        return channel + " (" + type() + ")";
    }
}
