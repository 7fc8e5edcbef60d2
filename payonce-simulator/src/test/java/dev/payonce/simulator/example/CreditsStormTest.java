package dev.payonce.simulator.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.Mixture;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.Storm;
import dev.payonce.simulator.StormResult;
import dev.payonce.simulator.StormSettings;
import dev.payonce.simulator.stripe.Stripe;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CreditsStormTest {
    private static final Stripe STRIPE = Stripe.generate();

    @Test
    void everyPaymentIsCreditedOnceWhateverTheWeather() throws Exception {
        // With Spring Boot: the service under @SpringBootTest(webEnvironment = RANDOM_PORT), its secret by
        // @DynamicPropertySource.
        try (CreditService service = new CreditService(STRIPE.secrets().get(0))) {
            URI target = URI.create("http://127.0.0.1:" + service.port() + "/stripe");
            List<SimulatedPayment> payments = IntStream.rangeClosed(1, 50)
                    .mapToObj(i -> new SimulatedPayment("pi_" + i, "ORDER-" + i, 9900, "USD", Instant.now()))
                    .toList();
            // Ten copies of each at once; to a hundred payments 20 tampered ones.
            List<Mailing> mailings = new Mixture(10, 0, 20, 0).of(STRIPE, target, payments, new Random(1));

            StormResult result = new Storm(StormSettings.defaults()).run(mailings);

            assertThat(result.wronglyAcknowledged()).isEmpty();
            assertThat(result.neverAcknowledged()).isEmpty();
            assertThat(service.credits())
                    .hasSize(50)
                    .allSatisfy((order, count) -> assertThat(count).isEqualTo(1));
        }
    }
}
