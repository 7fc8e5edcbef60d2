package dev.payonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Acknowledgement;
import dev.payonce.Channel;
import dev.payonce.Channels;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Receipt;
import dev.payonce.channel.RefreshingChannel;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class KeyRefreshTest {
    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

    private record Fetching(String name, List<Instant> rounds) implements RefreshingChannel {
        @Override
        public void refresh(Instant now) {
            rounds.add(now);
            if (name.equals("broken")) {
                throw new IllegalStateException("s3cret");
            }
        }

        @Override
        public void succeed(Channel predecessor) {
            throw new AssertionError("nobody is replaced");
        }

        @Override
        public List<Decoded> decode(Delivery delivery) {
            return List.of(Decoded.ignored("nothing"));
        }

        @Override
        public Acknowledgement acknowledge(Receipt receipt) {
            return Acknowledgement.empty(receipt.status());
        }
    }

    @Test
    void aBeanThatFetchesIsRefreshedWhateverBecomesOfTheOneBefore(CapturedOutput output) {
        Fetching broken = new Fetching("broken", new ArrayList<>());
        Fetching own = new Fetching("own", new ArrayList<>());
        new KeyRefresh(new Channels(List.of(broken, own)), Clock.fixed(NOW, ZoneOffset.UTC)).run();
        assertThat(broken.rounds).containsExactly(NOW);
        assertThat(own.rounds).containsExactly(NOW);
        assertThat(output).contains("channel=broken").doesNotContain("s3cret");
    }
}
