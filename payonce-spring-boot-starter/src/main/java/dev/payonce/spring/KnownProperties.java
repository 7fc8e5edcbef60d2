package dev.payonce.spring;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Property names below {@code payonce} that somebody reads. A name that nobody has declared keeps the application from
 * starting: a typo in a setting about money must not be ignored. An application with settings of its own below
 * {@code payonce} declares them as a bean of this type. Immutable.
 *
 * @param names each stands for itself and all names below it
 */
public record KnownProperties(Set<String> names) {
    public KnownProperties {
        names = Set.copyOf(names);
    }

    public static KnownProperties of(String... names) {
        return new KnownProperties(Set.of(names));
    }

    /** Every property that a record holds, records inside it and maps from an enum to records included. */
    static KnownProperties ofRecord(String prefix, Class<? extends Record> type) {
        Set<String> names = new TreeSet<>();
        collect(prefix, type, names);
        return new KnownProperties(names);
    }

    private static void collect(String prefix, Class<?> type, Set<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "." + DataObjectPropertyName.toDashedForm(component.getName());
            if (component.getType().isRecord()) {
                collect(name, component.getType(), names);
            } else if (component.getGenericType() instanceof ParameterizedType map) {
                collectMap(name, map, names);
            } else {
                names.add(name);
            }
        }
    }

    private static void collectMap(String prefix, ParameterizedType map, Set<String> names) {
        List<Type> types = List.of(map.getActualTypeArguments());
        for (Object key : ((Class<?>) types.get(0)).getEnumConstants()) {
            collect(prefix + "." + dashed((Enum<?>) key), (Class<?>) types.get(1), names);
        }
    }

    private static String dashed(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean knows(ConfigurationPropertyName name) {
        return names.stream()
                .map(ConfigurationPropertyName::of)
                .anyMatch(known -> known.equals(name) || known.isAncestorOf(name));
    }
}
