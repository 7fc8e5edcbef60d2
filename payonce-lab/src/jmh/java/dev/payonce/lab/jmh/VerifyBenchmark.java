package dev.payonce.lab.jmh;

import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.paypal.PayPal;
import dev.payonce.simulator.paypal.PayPalApi;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What verifying and decoding one notification of a payment costs on each channel, beside the bare signature over as many
 * bytes as the body has, by the same key. What the simulator signs is measured, as it is.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class VerifyBenchmark {
    /** More than a channel remembers bodies, so that each is new when its turn comes again. */
    private static final int BODIES = 1100;

    @Param({
        "wechat-v3",
        "wechat-v2",
        "alipay",
        "unionpay",
        "stripe",
        "paypal",
        "adyen",
        "square",
        "standard-webhooks"
    })
    public String type = "";

    private @Nullable Subject subject;
    private @Nullable PayPalApi payPal;
    private List<Delivery> deliveries = List.of();
    private byte[] message = new byte[0];
    private byte[] signature = new byte[0];
    private int next;

    /** Signs the deliveries, and sees that the channel takes them. */
    @Setup(Level.Trial)
    public void sign() throws Exception {
        Instant now = Instant.now();
        Subject made = type.equals("paypal") ? payPal(now) : Subject.of(type, now);
        subject = made;
        deliveries = made.deliveries(BODIES, now);
        message = deliveries.get(0).body().bytes();
        if (!made.rsa().isEmpty()) {
            signature = Base64.getDecoder().decode(made.rsa().get(0).sign("SHA256withRSA", message));
        }
        for (Delivery delivery : deliveries) {
            Decoded decoded = made.channel().decode(delivery).get(0);
            if (!(decoded instanceof Decoded.Payment)) {
                throw new IllegalStateException(type + " " + decoded);
            }
        }
        System.out.println(type + ": " + message.length + " bytes");
    }

    private Subject payPal(Instant now) throws Exception {
        PayPal account = PayPal.generate("7KNGBPH2U58GQ", now);
        PayPalApi api = PayPalApi.start(account);
        payPal = api;
        TrustedAuthority.only(account.authorityPem());
        return Subject.payPal(account.withCertificateUrl(api.certificateUrl()), api.url(), api.host(), now);
    }

    @TearDown(Level.Trial)
    public void close() {
        if (payPal != null) {
            payPal.close();
        }
    }

    private Subject subject() {
        if (subject == null) {
            throw new IllegalStateException("not set up");
        }
        return subject;
    }

    /** Each body is another payment's. */
    @Benchmark
    public List<Decoded> newPayment() {
        next = next + 1 == BODIES ? 0 : next + 1;
        return subject().channel().decode(deliveries.get(next));
    }

    /** The same delivery again, as in a storm of retries. */
    @Benchmark
    public List<Decoded> repeated() {
        return subject().channel().decode(deliveries.get(0));
    }

    /** The signature alone. */
    @Benchmark
    public boolean bare() throws GeneralSecurityException {
        List<SigningKey> keys = subject().rsa();
        if (keys.isEmpty()) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(subject().secret(), "HmacSHA256"));
            return mac.doFinal(message).length > 0;
        }
        Signature verifier = Signature.getInstance("SHA256withRSA");
        verifier.initVerify(keys.get(0).publicKey());
        verifier.update(message);
        return verifier.verify(signature);
    }
}
