package dev.payonce.simulation;

/** One thing of a plan; each can be left out. Times are milliseconds from the start. */
sealed interface Item {
    long at();

    /** When its effect is over. */
    default long ends() {
        return at();
    }

    /** An order is created; with {@code channel} empty any may pay it. */
    record Order(String orderNo, long amount, String channel, long at) implements Item {}

    /** An order is closed, if it is there and waits. */
    record Close(String orderNo, long at) implements Item {}

    /** A payment, which its platform reports from {@code at} until it is acknowledged. */
    record Payment(String id, String orderNo, long amount, String channel, Platform.Model model, long at)
            implements Item {
        Payment with(String otherOrder, long otherAmount) {
            return new Payment(id, otherOrder, otherAmount, channel, model, at);
        }

        Payment through(String otherChannel) {
            return new Payment(id, orderNo, amount, otherChannel, model, at);
        }
    }

    /** What comes once, beside a platform's retries. */
    enum Kind {
        DUPLICATE,
        CONFLICTING,
        OTHER_CHANNEL,
        FORGED,
        FOREIGN,
        IGNORED
    }

    record Extra(int number, Kind kind, Payment payment, long at) implements Item {}

    /** A node's tick over the payments that are held. */
    record Tick(int node, long at) implements Item {}

    /** What goes wrong, from {@code at} for {@code lasts}; {@code node} is read where it concerns one. */
    record Fault(Mischief mischief, int node, long at, long lasts) implements Item {
        @Override
        public long ends() {
            return at + lasts;
        }

        boolean isOn(long now) {
            return at <= now && now < at + lasts;
        }
    }

    /** What can go wrong. */
    enum Mischief {
        NODE_KILLED,
        NODE_STOPPED,
        NODE_PAUSED,
        CLOCK_SKEWED,
        GATE_DOWN,
        GATE_SLOW,
        GATE_REPLY_LOST,
        GATE_GRANTS_ALL,
        GATE_FOREIGN_VALUES,
        GATE_VANISHING,
        GATE_FLUSHED,
        GATE_LAGGING_REPLICA,
        GATE_FAILED_OVER,
        BOOKS_DOWN,
        BOOKS_SESSIONS_KILLED,
        BOOKS_SLOW,
        BOOKS_RETRYABLE,
        BOOKS_COMMIT_UNKNOWN,
        HANDLER_FAILS
    }
}
