package dev.payonce.jdbc;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.OrderStatus;
import dev.payonce.PaymentOrder;
import dev.payonce.Posting;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads orders. */
final class OrderRows {
    static final String BY_NUMBER = """
            SELECT order_no, status, amount, currency, account, expected_channel, channel, transaction_id,
                paid_at, created_at,
                ARRAY(SELECT p ->> 'to' FROM jsonb_array_elements(postings) WITH ORDINALITY AS e (p, leg) ORDER BY leg)
                    AS receivers,
                ARRAY(SELECT p ->> 'asset' FROM jsonb_array_elements(postings) WITH ORDINALITY AS e (p, leg) ORDER BY leg) AS assets,
                ARRAY(SELECT (p ->> 'amount')::bigint FROM jsonb_array_elements(postings) WITH ORDINALITY AS e (p, leg) ORDER BY leg)
                    AS amounts,
                ARRAY(SELECT p ->> 'from' FROM jsonb_array_elements(postings) WITH ORDINALITY AS e (p, leg) ORDER BY leg) AS givers
            FROM payment_order WHERE order_no = :orderNo
            """;

    private OrderRows() {}

    static PaymentOrder read(ResultSet rs, int number) throws SQLException {
        NewOrder order = new NewOrder(
                rs.getString("order_no"),
                new Money(rs.getLong("amount"), rs.getString("currency")),
                rs.getString("account"),
                rs.getString("expected_channel"),
                postings(rs));
        return new PaymentOrder(
                order,
                OrderStatus.valueOf(rs.getString("status")),
                rs.getString("channel"),
                rs.getString("transaction_id"),
                instant(rs, "paid_at"),
                rs.getObject("created_at", OffsetDateTime.class).toInstant());
    }

    private static List<Posting> postings(ResultSet rs) throws SQLException {
        String[] receivers = (String[]) rs.getArray("receivers").getArray();
        String[] assets = (String[]) rs.getArray("assets").getArray();
        Long[] amounts = (Long[]) rs.getArray("amounts").getArray();
        @Nullable String[] givers = (String[]) rs.getArray("givers").getArray();
        List<Posting> postings = new ArrayList<>(receivers.length);
        for (int leg = 0; leg < receivers.length; leg++) {
            postings.add(new Posting(receivers[leg], assets[leg], amounts[leg], givers[leg]));
        }
        return postings;
    }

    static @Nullable Instant instant(ResultSet rs, String column) throws SQLException {
        OffsetDateTime time = rs.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
