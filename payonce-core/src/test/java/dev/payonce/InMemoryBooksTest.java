package dev.payonce;

import dev.payonce.memory.InMemoryBooks;
import java.time.Clock;
import java.util.List;

class InMemoryBooksTest extends PaymentBookContract {
    @Override
    protected Books open(Clock clock, List<PostingHandler> handlers) {
        return new InMemoryBooks(clock, handlers);
    }
}
