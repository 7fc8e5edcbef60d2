package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever is sent to a channel, genuine deliveries damaged by its platform's own grammar, strange content properly signed,
 * and bodies as large as the receiver takes: no exception comes out, nothing that a genuine delivery would not have done is
 * taken, and no delivery costs more than {@link Cost} allows. Extended by one test for each channel, which brings the
 * platform's grammar.
 */
public abstract class FuzzContract {
    private static final int WARM_UP = 3;
    /** Of a thousand deliveries. */
    private static final int OVERSIZED = 2;

    private static final int STRANGE = 20;

    /** A delivery and what taking it may do. */
    private record Sample(Delivery delivery, Set<String> effects) {}

    private final List<Sample> genuine = new ArrayList<>();
    private final List<Sample> oversized = new ArrayList<>();
    private Cost highest = Cost.NOTHING;
    private int damaged;
    private int refused;

    protected abstract Channel channel();

    /** Deliveries as the platform sends them, of several kinds. */
    protected abstract List<Delivery> genuine();

    /** Deliveries near the bound of a body, properly signed where they can be. */
    protected abstract List<Delivery> oversized();

    /** A delivery damaged where this platform's messages have something to damage. */
    protected abstract Delivery damaged(Random random, Delivery delivery);

    /** A properly signed delivery with content that the platform does not send. */
    protected abstract Delivery strange(Random random);

    /**
     * Whether what the signature covers is the same, as an independent judge sees it; if not, the damaged delivery must be
     * refused. Where form and order are no part of what is signed, only the effect can tell: then always true.
     */
    protected abstract boolean isSigned(Delivery before, Delivery after);

    /** The same signed content with other values of what the platform does not sign: damage may come upon these. */
    protected List<Delivery> alsoSigned(Delivery delivery) {
        return List.of();
    }

    protected List<Decoded> decode(Delivery delivery) {
        return channel().decode(delivery);
    }

    /** What taking this would do; must not be more than is signed. */
    protected String effect(Decoded decoded) {
        return Fuzz.effect(decoded);
    }

    @Test
    void noDeliveryIsAnotherPaymentOrAnExceptionOrTooDear() {
        genuine().forEach(delivery -> genuine.add(sample(delivery)));
        oversized().forEach(delivery -> oversized.add(orAsGenuine(sample(delivery))));
        long start = System.nanoTime();
        Fuzz.each(Fuzz.count(), this::one);
        System.out.printf(
                "fuzz channel=%s deliveries=%d seed=%d damaged=%d refused=%d highestCpu=%.1fms highestAllocated=%dKiB"
                        + " took=%.1fs%n",
                channel().name(),
                Fuzz.count(),
                Fuzz.seed(),
                damaged,
                refused,
                highest.cpuNanos() / 1e6,
                highest.allocated() / 1024,
                (System.nanoTime() - start) / 1e9);
        if (!Fuzz.repeatsOne()) {
            // The damage must bite, and not always.
            assertThat(refused).isBetween(damaged / 4, damaged - 1);
        }
    }

    private void one(Random random) {
        int kind = random.nextInt(1000);
        if (kind < OVERSIZED) {
            Sample sample = Fuzz.pick(random, oversized);
            var unused = judge(sample, random.nextBoolean() ? sample.delivery : damaged(random, sample.delivery));
        } else if (kind < OVERSIZED + STRANGE) {
            assertThat(bounded(strange(random))).isNotEmpty();
        } else {
            Sample sample = Fuzz.pick(random, genuine);
            damaged++;
            refused += judge(sample, damaged(random, sample.delivery));
        }
    }

    /** Returns 1 if it was refused. */
    private int judge(Sample before, Delivery after) {
        List<Decoded> all = bounded(after);
        assertThat(all).as("%s", after.headers()).isNotEmpty();
        List<Decoded> taken = all.stream()
                .filter(decoded -> !(decoded instanceof Decoded.Refused))
                .toList();
        if (!taken.isEmpty()) {
            assertThat(isSigned(before.delivery, after))
                    .as("is signed: %s", after.headers())
                    .isTrue();
            assertThat(before.effects)
                    .containsAll(taken.stream().map(this::effect).toList());
        }
        return taken.isEmpty() ? 1 : 0;
    }

    private List<Decoded> bounded(Delivery delivery) {
        Cost.Measured<List<Decoded>> measured = Cost.bounded(delivery, () -> decode(delivery));
        highest = highest.max(measured.cost());
        return measured.result();
    }

    /** Damage may cut a header that is too long down to the one that was signed: then what its body says is taken. */
    private Sample orAsGenuine(Sample sample) {
        Stream<String> ofItsBody = genuine.stream()
                .filter(known -> known.delivery.body().equals(sample.delivery.body()))
                .flatMap(known -> known.effects.stream());
        return new Sample(
                sample.delivery,
                Stream.concat(sample.effects.stream(), ofItsBody).collect(Collectors.toSet()));
    }

    private Sample sample(Delivery delivery) {
        for (int i = 0; i < WARM_UP; i++) {
            assertThat(decode(delivery)).isNotEmpty();
        }
        return new Sample(
                delivery,
                Stream.concat(Stream.of(delivery), alsoSigned(delivery).stream())
                        .flatMap(signed -> decode(signed).stream())
                        .map(this::effect)
                        .collect(Collectors.toSet()));
    }
}
