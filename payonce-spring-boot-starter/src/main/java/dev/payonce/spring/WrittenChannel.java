package dev.payonce.spring;

import dev.payonce.Channel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelProperties.KeyEntry;
import dev.payonce.channel.types.ChannelTypes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A channel as the configuration writes it, locations of files not yet read. Immutable; what is behind a location may change.
 *
 * @param values each plain property and its texts
 * @param keys the entries of {@code verification-keys}
 */
record WrittenChannel(String name, String type, Map<String, List<String>> values, List<Key> keys) {

    /** One entry of {@code verification-keys}; {@code pem} is a text or a location. */
    record Key(@Nullable String id, String pem) {}

    /** Whether anything comes from a file, which may change while the application runs. */
    boolean hasFiles() {
        return keys.stream().anyMatch(key -> KeyText.isFile(key.pem))
                || ChannelProperties.LOCATIONS.stream()
                        .flatMap(property -> values.getOrDefault(property, List.of()).stream())
                        .anyMatch(KeyText::isFile);
    }

    /** @throws InvalidSettingException naming the property whose location cannot be read */
    ChannelProperties read(KeyText keyText) {
        Map<String, List<String>> read = new LinkedHashMap<>(values);
        ChannelProperties.LOCATIONS.forEach(
                property -> read.computeIfPresent(property, (p, written) -> texts(property, written, keyText)));
        List<KeyEntry> entries = new ArrayList<>();
        for (Key key : keys) {
            String pem = prefix() + ChannelProperties.VERIFICATION_KEYS + "[" + entries.size() + "].pem";
            entries.add(new KeyEntry(key.id, keyText.read(pem, key.pem)));
        }
        return new ChannelProperties(name, read, entries);
    }

    private List<String> texts(String property, List<String> written, KeyText keyText) {
        List<String> texts = new ArrayList<>();
        for (String text : written) {
            // A block scalar of YAML ends in a line feed.
            texts.add(keyText.read(prefix() + property + "[" + texts.size() + "]", text)
                    .strip());
        }
        return texts;
    }

    /** @throws InvalidSettingException naming the property that is missing or malformed */
    Channel build(ChannelTypes types, ChannelProperties properties, Instant now) {
        return InvalidSettingException.naming("payonce.channels." + name, () -> types.create(type, properties, now));
    }

    private String prefix() {
        return "payonce.channels." + name + ".";
    }

    /** Values may be secrets. */
    @Override
    public String toString() {
        return "WrittenChannel[" + name + ", " + type + "]";
    }
}
