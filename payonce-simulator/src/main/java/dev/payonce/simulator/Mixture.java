package dev.payonce.simulator;

import java.net.URI;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * What a platform's bad day brings, for each hundred payments; of fewer at least one, where a percent is not zero.
 *
 * @param copies how many senders deliver each payment at once
 * @param probePercent signature probes (channels.md 1.5), on the platforms that send them
 * @param tamperedPercent deliveries of a payment that really comes, changed after they were signed
 * @param forgedPercent deliveries of payments that nobody made, for orders that exist, wrong in any other way
 */
public record Mixture(int copies, int probePercent, int tamperedPercent, int forgedPercent) {
    /** Of a payment that nobody made: its own id, so that a posting of it can be told. */
    private static final String FORGED = "9";

    private static final int ALL = 100;

    public Mixture {
        if (copies < 1) {
            throw new IllegalArgumentException("copies must be at least 1");
        }
        for (int percent : new int[] {probePercent, tamperedPercent, forgedPercent}) {
            if (percent < 0 || percent > ALL) {
                throw new IllegalArgumentException("a share must be 0 to 100 percent");
            }
        }
    }

    /** Genuine deliveries only. */
    public static Mixture genuine(int copies) {
        return new Mixture(copies, 0, 0, 0);
    }

    /**
     * The mailings of these payments, in their order, each followed by what is wrong about it.
     *
     * @throws IllegalArgumentException if the platform cannot take such a payment
     */
    public List<Mailing> of(Platform platform, URI target, List<SimulatedPayment> payments, RandomGenerator random) {
        List<Forgery> others = platform.forgeries().stream()
                .filter(forgery -> forgery != Forgery.SIGNATURE_PROBE && forgery != Forgery.TAMPERED_BODY)
                .sorted()
                .toList();
        BitSet probed =
                chosen(platform.forgeries().contains(Forgery.SIGNATURE_PROBE) ? probePercent : 0, payments, random);
        BitSet tampered = chosen(tamperedPercent, payments, random);
        BitSet forged = chosen(forgedPercent, payments, random);
        List<Mailing> mailings = new ArrayList<>();
        for (int i = 0; i < payments.size(); i++) {
            SimulatedPayment payment = payments.get(i);
            Notification notification = platform.notification(payment, random);
            mailings.add(Mailing.genuine(target, notification, copies));
            if (probed.get(i)) {
                mailings.add(Mailing.forged(target, notification, Set.of(Forgery.SIGNATURE_PROBE)));
            }
            if (tampered.get(i)) {
                mailings.add(Mailing.forged(target, notification, Set.of(Forgery.TAMPERED_BODY)));
            }
            if (forged.get(i)) {
                SimulatedPayment invented = payment.withTransactionId(
                        FORGED + payment.transactionId().substring(1));
                Forgery forgery = others.get(random.nextInt(others.size()));
                mailings.add(Mailing.forged(target, platform.notification(invented, random), Set.of(forgery)));
            }
        }
        return mailings;
    }

    /** So many of a hundred, rounded up: of few payments one, unless there are to be none. */
    private static BitSet chosen(int percent, List<SimulatedPayment> payments, RandomGenerator random) {
        int size = payments.size();
        long wanted = ((long) size * percent + ALL - 1) / ALL;
        BitSet chosen = new BitSet(size);
        for (int i = 0; i < size && wanted > 0; i++) {
            if (random.nextInt(size - i) < wanted) {
                chosen.set(i);
                wanted--;
            }
        }
        return chosen;
    }
}
