package dev.payonce.server.demo;

import dev.payonce.Accounts;
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
    /** What the accounts must hold when every payment of the plan has ended as its story says. */
    static Balances expected(DemoPlan plan) {
        Movements movements = new Movements();
        for (PlannedPayment payment : plan.payments()) {
            String clearing = Accounts.CHANNEL + payment.channel();
            if (payment.story().reason() == null) {
                for (Posting posting : payment.order().postings()) {
                    String from = posting.asset().equals(DemoPlan.CURRENCY) ? clearing : Accounts.ISSUED;
                    movements.move(from, posting.to(), posting.asset(), posting.amount());
                }
            } else {
                movements.move(clearing, Accounts.SUSPENSE + payment.channel(), DemoPlan.CURRENCY, payment.amount());
            }
        }
        return new Balances(movements.balances);
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
        Set<String> accounts = new TreeSet<>(Set.of(Accounts.ISSUED));
        for (String channel : DemoChannels.NAMES) {
            accounts.add(Accounts.CHANNEL + channel);
            accounts.add(Accounts.SUSPENSE + channel);
        }
        plan.payments().stream()
                .map(PlannedPayment::order)
                .map(NewOrder::account)
                .forEach(accounts::add);
        return accounts;
    }

    /** The sum over the accounts whose names begin so. */
    BigInteger sum(String prefix, String asset) {
        return byAccount.entrySet().stream()
                .filter(account -> account.getKey().startsWith(prefix))
                .map(account -> account.getValue().getOrDefault(asset, BigInteger.ZERO))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    private static final class Movements {
        private final Map<String, Map<String, BigInteger>> balances = new TreeMap<>();

        void move(String from, String to, String asset, long amount) {
            add(from, asset, BigInteger.valueOf(-amount));
            add(to, asset, BigInteger.valueOf(amount));
        }

        private void add(String account, String asset, BigInteger amount) {
            balances.computeIfAbsent(account, name -> new TreeMap<>()).merge(asset, amount, BigInteger::add);
        }
    }
}
