package dev.payonce.spring;

import dev.payonce.Channel;
import dev.payonce.Names;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.types.ChannelTypes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.env.Environment;

/**
 * Reads {@code payonce.channels.{name}}. Each property that a channel's type knows is looked up by its name, so that relaxed
 * names and environment variables work for it ({@code PAYONCE_CHANNELS_WX_APIV3KEY}); each one that is written and not known
 * is refused. Only texts are bound here: a value that could not be converted would be shown by the error.
 */
final class ConfiguredChannels {
    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("payonce.channels");
    private static final int NAME = ROOT.getNumberOfElements();
    private static final int PROPERTY = NAME + 1;
    private static final String TYPE = "type";
    private static final Set<String> KEY_MEMBERS = Set.of("id", "pem");
    private static final int MAX_CHANNELS = 200;

    private final Environment environment;
    private final Binder binder;
    private final KeyText keyText;
    private final ChannelTypes types;

    ConfiguredChannels(Environment environment, KeyText keyText, ChannelTypes types) {
        this.environment = environment;
        this.binder = Binder.get(environment);
        this.keyText = keyText;
        this.types = types;
    }

    /** @throws InvalidSettingException naming the property that is wrong in each channel, never a value */
    List<Channel> create(Instant now) {
        requireNames();
        Map<String, Set<String>> written = written();
        if (written.size() > MAX_CHANNELS) {
            throw new InvalidSettingException(ROOT + " must hold at most " + MAX_CHANNELS + " channels");
        }
        List<Channel> channels = new ArrayList<>();
        List<InvalidSettingException> wrong = new ArrayList<>();
        written.forEach((name, properties) -> {
            try {
                channels.add(InvalidSettingException.naming(ROOT + "." + name, () -> create(name, properties, now)));
            } catch (InvalidSettingException e) {
                wrong.add(e);
            }
        });
        if (!wrong.isEmpty()) {
            throw InvalidSettingException.all(wrong);
        }
        return channels;
    }

    /**
     * A name is part of URLs and rows, so it is taken as it is spelled, or not at all. Spring reads two that differ only in
     * dashes as one: the settings of two channels would become those of one.
     */
    private void requireNames() {
        if (!environment.getProperty(ROOT.toString(), "").isBlank()) {
            throw new InvalidSettingException(ROOT + " holds channels by name, not a text: " + ROOT + ".wx.type");
        }
        Map<String, String> spellings = new HashMap<>();
        for (String name : WrittenNames.asSpelled(environment, ROOT)) {
            requireName(name);
            String other = spellings.putIfAbsent(uniform(name), name);
            if (other != null && !other.equals(name)) {
                throw new InvalidSettingException(ROOT + "." + name + " and " + ROOT + "." + other
                        + " are one name, since dashes do not count: another name is needed for one of the channels");
            }
        }
    }

    private static void requireName(String name) {
        if (!Names.isChannel(name)) {
            throw new InvalidSettingException(ROOT + "." + name + " is no channel's name: [a-z][a-z0-9-]{0,31}");
        }
    }

    private Channel create(String name, Set<String> properties, Instant now) {
        requireName(name);
        String prefix = ROOT + "." + name + ".";
        String type = bind(prefix + TYPE, Bindable.of(String.class));
        if (type == null || type.isBlank()) {
            throw new InvalidSettingException(prefix + TYPE + " is missing; known: " + types.names());
        }
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String property : named(properties, types.properties(type))) {
            List<String> bound = bind(prefix + property, Bindable.listOf(String.class));
            // A property with a structure of its own: no type reads one, so it is refused by name.
            List<String> texts = bound == null ? List.of("") : bound;
            texts.forEach(text -> requireResolved(prefix + property, text));
            values.put(property, texts);
        }
        return ConfiguredChannel.of(new WrittenChannel(name, type, values, keys(prefix)), keyText, types, now);
    }

    /** The plain properties as their type names them; one that it does not know keeps its spelling. */
    private static Set<String> named(Set<String> written, Set<String> known) {
        Map<String, String> names = new HashMap<>();
        known.forEach(name -> names.put(uniform(name), name));
        return written.stream()
                .filter(name -> !uniform(name).equals(TYPE)
                        && !uniform(name).equals(uniform(ChannelProperties.VERIFICATION_KEYS)))
                .map(name -> names.getOrDefault(uniform(name), name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String uniform(String name) {
        return name.replace("-", "");
    }

    private List<WrittenChannel.Key> keys(String prefix) {
        String property = prefix + ChannelProperties.VERIFICATION_KEYS;
        requireKnownMembers(property);
        List<Key> keys = bind(property, Bindable.listOf(Key.class));
        List<WrittenChannel.Key> entries = new ArrayList<>();
        for (Key key : keys == null ? List.<Key>of() : keys) {
            String pem = property + "[" + entries.size() + "].pem";
            if (key.pem == null) {
                throw new InvalidSettingException(pem + " is missing");
            }
            requireResolved(pem, key.pem);
            entries.add(new WrittenChannel.Key(key.id, key.pem));
        }
        return entries;
    }

    private void requireKnownMembers(String property) {
        ConfigurationPropertyName keys = ConfigurationPropertyName.of(property);
        int member = keys.getNumberOfElements() + 1;
        for (ConfigurationPropertyName written : WrittenNames.spelled(environment, keys)) {
            if (written.getNumberOfElements() <= member
                    || !KEY_MEMBERS.contains(written.getElement(member, Form.UNIFORM))) {
                throw new InvalidSettingException(written + " is not known: each entry of " + property + " has a pem"
                        + " and, where the platform gives its keys ids, an id");
            }
        }
    }

    /** One entry of {@code verification-keys}. */
    record Key(@Nullable String id, @Nullable String pem) {}

    private <T> @Nullable T bind(String property, Bindable<T> type) {
        try {
            return binder.bind(property, type).orElse(null);
        } catch (BindException e) {
            throw new InvalidSettingException(
                    e.getName() + " is of another form: a text, or a list of them, or as docs/channels has it");
        }
    }

    /** A placeholder that nothing resolves is left as it is: {@code ${WX_API_V3_KEY}} would be taken for the key. */
    private static void requireResolved(String property, String text) {
        if (text.contains("${")) {
            throw new InvalidSettingException(property + " refers to a variable that is not set");
        }
    }

    /**
     * The properties that are written for each channel, by the channel's name. An environment variable has lost the dashes
     * of a name; where the name is spelled with them elsewhere, that spelling counts.
     */
    private Map<String, Set<String>> written() {
        List<ConfigurationPropertyName> all = WrittenNames.all(environment, ROOT);
        Map<String, String> spellings = new HashMap<>();
        all.forEach(name -> spellings.merge(
                name.getElement(NAME, Form.UNIFORM),
                name.getElement(NAME, Form.DASHED),
                (one, other) -> one.length() >= other.length() ? one : other));
        Map<String, Set<String>> written = new TreeMap<>();
        for (ConfigurationPropertyName name : all) {
            String channel = String.valueOf(spellings.get(name.getElement(NAME, Form.UNIFORM)));
            Set<String> properties = written.computeIfAbsent(channel, c -> new TreeSet<>());
            if (name.getNumberOfElements() > PROPERTY) {
                properties.add(property(name));
            }
        }
        return written;
    }

    /** Without an index at its end and what is behind one: {@code secrets}, {@code fields.order-no}, {@code verification-keys}. */
    private static String property(ConfigurationPropertyName name) {
        int end = PROPERTY + 1;
        while (end < name.getNumberOfElements() && !name.isNumericIndex(end)) {
            end++;
        }
        return IntStream.range(PROPERTY, end)
                .mapToObj(i -> name.getElement(i, Form.DASHED))
                .collect(Collectors.joining("."));
    }
}
