package dev.payonce.lab.schemes.trial;

import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.StormResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What came of one contender under one fault, counted in payments.
 *
 * @param contender who
 * @param fault what
 * @param doubled posted more than once
 * @param lost never posted, though the platform had tried to the end
 * @param wronglyAcknowledged of these, those of which the platform was told success: it will not come again
 * @param stuck never acknowledged, though the platform had tried to the end
 * @param violation what PayOnce's own checker says; absent: nothing
 * @param deliveries requests sent
 * @param perSecond acknowledged requests in a second, from the first request to the last answer
 * @param p99 that 99 of 100 answers did not exceed
 */
record Finding(
        String contender,
        Fault fault,
        int doubled,
        int lost,
        int wronglyAcknowledged,
        int stuck,
        Optional<String> violation,
        long deliveries,
        long perSecond,
        Duration p99) {

    /** @param postings how often each order is in the receiver's books */
    static Finding of(
            Contender contender,
            Fault fault,
            List<SimulatedPayment> payments,
            StormResult result,
            Map<String, Integer> postings,
            Optional<String> violation) {
        Set<String> acknowledged = result.journal().stream()
                .filter(Attempt::acknowledged)
                .map(attempt -> String.valueOf(
                        attempt.mailing().notification().payment().orderNo()))
                .collect(Collectors.toSet());
        int doubled = 0;
        int lost = 0;
        int wrong = 0;
        int stuck = 0;
        for (SimulatedPayment payment : payments) {
            String order = String.valueOf(payment.orderNo());
            int times = postings.getOrDefault(order, 0);
            doubled += times > 1 ? 1 : 0;
            lost += times == 0 ? 1 : 0;
            wrong += times == 0 && acknowledged.contains(order) ? 1 : 0;
            stuck += acknowledged.contains(order) ? 0 : 1;
        }
        long millis = Math.max(1, result.duration().toMillis());
        return new Finding(
                contender.title(),
                fault,
                doubled,
                lost,
                wrong,
                stuck,
                violation,
                result.sent(),
                result.acknowledged() * 1000 / millis,
                result.latencies().at(99));
    }

    boolean harm() {
        return doubled + lost + wronglyAcknowledged + stuck > 0 || violation.isPresent();
    }
}
