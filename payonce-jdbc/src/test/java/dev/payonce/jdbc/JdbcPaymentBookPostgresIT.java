package dev.payonce.jdbc;

import dev.payonce.Books;
import dev.payonce.PaymentBookContract;
import dev.payonce.PostingHandler;
import java.time.Clock;
import java.util.List;

class JdbcPaymentBookPostgresIT extends PaymentBookContract {
    @Override
    protected Books open(Clock clock, List<PostingHandler> handlers) {
        return new PostgresBooks(clock, handlers);
    }
}
