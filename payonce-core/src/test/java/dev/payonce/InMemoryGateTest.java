package dev.payonce;

import java.time.Clock;

class InMemoryGateTest extends GateContract {
    @Override
    protected Gate gate(GateSettings settings) {
        return new InMemoryGate(settings, Clock.systemUTC());
    }
}
