package dev.payonce.server.demo;

import dev.payonce.NewOrder;
import dev.payonce.Posting;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What accounts hold, by account and asset; zero is the same as absent.
 *
 * @param byAccount sorted, without zeros
 */
record Balances(Map<String, Map<String, BigInteger>> byAccount) {
    static final String ISSUED = "issued";
    static final String CHANNEL = "channel:";
    static final String SUSPENSE = "suspense:";

    /** What the accounts must hold when every payment of the plan has ended as its story says. */
    static Balances expected(DemoPlan plan) {
        Map<String, Map<String, BigInteger>> balances = new TreeMap<>();
        for (PlannedPayment payment : plan.payments()) {
            String clearing = CHANNEL + payment.channel();
            if (payment.story().reason() == null) {
                for (Posting posting : payment.order().postings()) {
                    String from = posting.asset().equals(DemoPlan.CURRENCY) ? clearing : ISSUED;
                    move(balances, from, posting.to(), posting);
                }
            } else {
                String suspense = SUSPENSE + payment.channel();
                move(
                        balances,
                        clearing,
                        suspense,
                        new Posting(suspense, DemoPlan.CURRENCY, payment.amount(), clearing));
            }
        }
        return new Balances(balances);
    }

    /** Of every account that the plan knows. */
    static Balances actual(DemoPlan plan, Function<String, Map<String, BigInteger>> balancesOf) {
        Map<String, Map<String, BigInteger>> balances = new TreeMap<>();
        for (String account : accounts(plan)) {
            balances.put(account, new TreeMap<>(balancesOf.apply(account)));
        }
        balances.values().forEach(assets -> assets.values().removeIf(balance -> balance.signum() == 0));
        balances.values().removeIf(Map::isEmpty);
        return new Balances(balances);
    }

    private static Set<String> accounts(DemoPlan plan) {
        Set<String> accounts = new TreeSet<>(Set.of(ISSUED));
        for (String channel : DemoChannels.NAMES) {
            accounts.add(CHANNEL + channel);
            accounts.add(SUSPENSE + channel);
        }
        plan.payments().stream()
                .map(PlannedPayment::order)
                .map(NewOrder::account)
                .forEach(accounts::add);
        return accounts;
    }

    private static void move(Map<String, Map<String, BigInteger>> balances, String from, String to, Posting posting) {
        BigInteger amount = BigInteger.valueOf(posting.amount());
        balances.computeIfAbsent(from, account -> new TreeMap<>())
                .merge(posting.asset(), amount.negate(), BigInteger::add);
        balances.computeIfAbsent(to, account -> new TreeMap<>()).merge(posting.asset(), amount, BigInteger::add);
    }

    /** The sum over the accounts whose names begin so. */
    BigInteger sum(String prefix, String asset) {
        return byAccount.entrySet().stream()
                .filter(account -> account.getKey().startsWith(prefix))
                .map(account -> account.getValue().getOrDefault(asset, BigInteger.ZERO))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }
}
