package dev.payonce.server.api;

import dev.payonce.Accounts;
import dev.payonce.Money;
import dev.payonce.Names;
import dev.payonce.NewOrder;
import dev.payonce.server.api.Problems.FieldError;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of {@link NewOrder} and {@link dev.payonce.Posting}, told field by field and all together, where those types
 * stop at the first. One more belongs to the API: an order's and an account's name must be addressable in a URL, which
 * {@code .} and {@code ..} are not. Not thread-safe.
 */
final class OrderRules {
    private static final BigInteger MAX_AMOUNT = BigInteger.valueOf(Long.MAX_VALUE);

    private final List<FieldError> errors = new ArrayList<>();

    private OrderRules() {}

    /** @throws org.springframework.web.ErrorResponseException 422 with every rule that is broken */
    static void check(OrderTerms terms) {
        OrderRules rules = new OrderRules();
        rules.order(terms);
        if (!rules.errors.isEmpty()) {
            throw Problems.ruleBroken(rules.errors);
        }
    }

    private void order(OrderTerms terms) {
        name("orderNo", terms.orderNo());
        amount("amount", terms.amount());
        if (!Money.isCurrency(terms.currency())) {
            error("currency", "must be three upper-case letters");
        }
        receiver("account", terms.account());
        if (terms.postings().isEmpty() && terms.account().equals(Accounts.ISSUED)) {
            error("account", "must not be 'issued' without postings");
        }
        if (terms.channel() != null && !Names.isChannel(terms.channel())) {
            error("channel", "must match [a-z][a-z0-9-]{0,31}");
        }
        if (terms.postings().size() > NewOrder.MAX_POSTINGS) {
            error("postings", "must be at most " + NewOrder.MAX_POSTINGS);
            return;
        }
        for (int i = 0; i < terms.postings().size(); i++) {
            posting("postings[" + i + "].", terms.postings().get(i));
        }
        if (errors.stream().noneMatch(OrderRules::concernsSum)) {
            balance(terms);
        }
    }

    /** A sum over values that are wrong by themselves is no second mistake. */
    private static boolean concernsSum(FieldError error) {
        return error.field().endsWith("amount") || error.field().equals("currency");
    }

    private void posting(String path, PostingTerms posting) {
        receiver(path + "to", posting.to());
        if (!Names.isId(posting.asset())) {
            error(path + "asset", idRule());
        }
        amount(path + "amount", posting.amount());
        if (posting.from() != null) {
            account(path + "from", posting.from());
            if (posting.from().equals(posting.to())) {
                error(path + "from", "must be another account than to");
            }
        } else if (posting.to().equals(Accounts.ISSUED)) {
            error(path + "to", "must not be 'issued' without from");
        }
    }

    private void balance(OrderTerms terms) {
        if (terms.postings().isEmpty()) {
            return;
        }
        BigInteger sum = terms.postings().stream()
                .filter(posting -> posting.asset().equals(terms.currency()))
                .map(PostingTerms::amount)
                .reduce(BigInteger.ZERO, BigInteger::add);
        if (!sum.equals(terms.amount())) {
            error("postings", "those in the order's currency must sum to its amount");
        }
    }

    private void amount(String field, BigInteger amount) {
        if (amount.signum() < 1 || amount.compareTo(MAX_AMOUNT) > 0) {
            error(field, "must be 1 to " + MAX_AMOUNT);
        }
    }

    private void receiver(String field, String account) {
        account(field, account);
        if (Accounts.isChannel(account)) {
            error(field, "must not be a channel's clearing account, which only gives");
        }
    }

    private void account(String field, String account) {
        name(field, account);
        if (Accounts.isSuspense(account)) {
            error(field, "must not be a suspense account");
        }
    }

    private void name(String field, String name) {
        String broken = brokenNameRule(name);
        if (broken != null) {
            error(field, broken);
        }
    }

    /** Why the text cannot be a name, or null when it can. */
    static @Nullable String brokenNameRule(String name) {
        if (!Names.isId(name)) {
            return idRule();
        }
        if (!Names.isName(name)) {
            return "must not contain '/'";
        }
        return name.equals(".") || name.equals("..") ? "must not be '.' or '..'" : null;
    }

    private static String idRule() {
        return "must be 1 to " + Names.MAX_ID_LENGTH + " characters without control characters or surrounding blanks";
    }

    private void error(String field, String detail) {
        errors.add(new FieldError(field, detail));
    }
}
