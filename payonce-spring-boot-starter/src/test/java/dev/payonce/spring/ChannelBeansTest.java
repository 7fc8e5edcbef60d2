package dev.payonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Acknowledgement;
import dev.payonce.Channel;
import dev.payonce.Channels;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Receipt;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelBeansTest {
    private static final String TYPE = ChannelBeansTest.class.getName() + "$Named";

    private record Named(String name) implements Channel {
        @Override
        public List<Decoded> decode(Delivery delivery) {
            return List.of(Decoded.ignored("nothing"));
        }

        @Override
        public Acknowledgement acknowledge(Receipt receipt) {
            return Acknowledgement.empty(receipt.status());
        }
    }

    private static void refused(List<Channel> configured, Stream<Channel> beans, String message) {
        assertThatThrownBy(() -> ChannelBeans.beside(configured, beans))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage(message);
    }

    @Test
    void configuredOnesAndBeansAreAlike() {
        Channels all = ChannelBeans.beside(List.of(new Named("wx")), Stream.of(new Named("own"), new Named("other")));
        assertThat(all.all()).extracting(Channel::name).containsExactly("wx", "own", "other");
    }

    @Test
    void aBeanWithAConfiguredChannelsNameIsRefused() {
        refused(
                List.of(new Named("wx")),
                Stream.of(new Named("wx")),
                "payonce.channels.wx is the name of a bean too, of " + TYPE + ": one of the two needs another");
    }

    @Test
    void twoBeansOfOneNameAreRefused() {
        refused(
                List.of(),
                Stream.of(new Named("own"), new Named("own")),
                "payonce.channels cannot hold two beans that are named own: of " + TYPE + " and of " + TYPE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Own", "own/1", "own ", "1own", "-", "eigener-kanal-mit-zu-langem-namen"})
    void aBeanWhoseNameDoesNotFitIntoAUrlIsRefused(String name) {
        refused(
                List.of(),
                Stream.of(new Named(name)),
                "payonce.channels cannot hold the bean of " + TYPE + ": its name must match [a-z][a-z0-9-]{0,31}");
    }
}
