package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.payonce.Acknowledgement;
import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Receipt;
import dev.payonce.Refusal;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A channel with a fault for each of the rules. */
class FuzzContractTest {
    private static final Decoded REFUSED = Decoded.refused(Refusal.BAD_SIGNATURE, "no");
    private static final int GENUINE = 'g';

    @Test
    void aChannelThatHangsIsFound() {
        assertFound(
                delivery -> {
                    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
                    long end = threads.getCurrentThreadCpuTime() + Cost.MAX_CPU_NANOS;
                    while (threads.getCurrentThreadCpuTime() <= end) {
                        Thread.onSpinWait();
                    }
                    return List.of(REFUSED);
                },
                "CPU nanoseconds");
    }

    @Test
    void aChannelThatAllocatesBeyondTheBoundIsFound() {
        assertFound(
                delivery -> {
                    byte[] copy = new byte
                            [Cost.FACTOR * Oversized.BOUND + delivery.body().size()];
                    return List.of(Decoded.refused(Refusal.BAD_SIGNATURE, "after " + copy.length));
                },
                "bytes allocated");
    }

    @Test
    void aChannelThatThrowsIsFound() {
        assertFound(
                delivery -> {
                    throw new StackOverflowError();
                },
                "StackOverflowError");
    }

    @Test
    void aChannelThatSaysNothingIsFound() {
        assertFound(delivery -> List.of(), "not to be empty");
    }

    @Test
    void aChannelThatTakesWhatIsNotSignedIsFound() {
        assertFound(delivery -> List.of(Decoded.ignored("x")), "is signed");
    }

    @Test
    void aChannelThatRefusesNothingIsFound() {
        Planted planted = new Planted(delivery -> List.of(Decoded.ignored("x")), true);
        assertThatThrownBy(planted::noDeliveryIsAnotherPaymentOrAnExceptionOrTooDear)
                .hasMessageContaining("to be between");
    }

    private static void assertFound(Function<Delivery, List<Decoded>> fault, String what) {
        Function<Delivery, List<Decoded>> channel = delivery ->
                delivery.body().bytes()[0] == GENUINE ? List.of(Decoded.ignored("x")) : fault.apply(delivery);
        assertThatThrownBy(new Planted(channel, false)::noDeliveryIsAnotherPaymentOrAnExceptionOrTooDear)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(what)
                .hasMessageContaining("-Dpayonce.fuzz.seed=" + Fuzz.seed() + " -Dpayonce.fuzz.only=");
    }

    /** Private, so that it is no test by itself. */
    private static final class Planted extends FuzzContract {
        private final Function<Delivery, List<Decoded>> decode;
        private final boolean isSigned;

        Planted(Function<Delivery, List<Decoded>> decode, boolean isSigned) {
            this.decode = decode;
            this.isSigned = isSigned;
        }

        private static Delivery delivery(String body) {
            return new Delivery(
                    "POST", "/", Map.of(), null, Body.of(body.getBytes(StandardCharsets.UTF_8)), Instant.EPOCH);
        }

        @Override
        protected Channel channel() {
            return new Channel() {
                @Override
                public String name() {
                    return "planted";
                }

                @Override
                public List<Decoded> decode(Delivery delivery) {
                    return decode.apply(delivery);
                }

                @Override
                public Acknowledgement acknowledge(Receipt receipt) {
                    throw new UnsupportedOperationException();
                }
            };
        }

        @Override
        protected List<Delivery> genuine() {
            return List.of(delivery("g"));
        }

        @Override
        protected List<Delivery> oversized() {
            return genuine();
        }

        @Override
        protected Delivery damaged(Random random, Delivery delivery) {
            return delivery("d");
        }

        @Override
        protected Delivery strange(Random random) {
            return delivery("s");
        }

        @Override
        protected boolean isSigned(Delivery before, Delivery after) {
            return isSigned;
        }
    }
}
