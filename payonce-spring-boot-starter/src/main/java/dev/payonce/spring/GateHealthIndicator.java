package dev.payonce.spring;

import dev.payonce.CircuitBreakingGate;
import dev.payonce.Gate;
import dev.payonce.GateKey;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Whether the gate works. Without it every payment is still posted once, at the price of more load on the database: the
 * status is {@code DEGRADED}, which Spring Boot leaves out of the whole's status unless
 * {@code management.endpoint.health.status.order} lists it. Asks the store by releasing a claim that nobody holds, which
 * changes nothing.
 */
final class GateHealthIndicator extends AbstractHealthIndicator {
    static final Status DEGRADED = new Status("DEGRADED", "the database decides alone");

    private static final GateKey NOBODYS = new GateKey("-", "health");
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Gate gate;

    GateHealthIndicator(Gate gate) {
        super("gate cannot be asked");
        this.gate = gate;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        boolean answered = answers();
        boolean open = gate instanceof CircuitBreakingGate breaker && breaker.isOpen();
        builder.status(answered && !open ? Status.UP : DEGRADED).withDetail("degraded", !answered || open);
    }

    private boolean answers() {
        return gate.release(NOBODYS, UUID.randomUUID().toString())
                .toCompletableFuture()
                .handle((v, fault) -> fault == null)
                .completeOnTimeout(false, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }
}
