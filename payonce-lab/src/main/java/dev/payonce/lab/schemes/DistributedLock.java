package dev.payonce.lab.schemes;

import dev.payonce.PaymentNotification;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/**
 * A Redisson lock for each payment around the transaction of {@link CheckThenPost}: locked before it begins, unlocked after
 * its commit. Without a lease time, so that the watchdog prolongs it while the process lives.
 *
 * <p>Two hold the lock at once when Redis has lost it, or when its holder was stopped for longer than it lives.
 */
final class DistributedLock implements Scheme {
    private static final int WAIT_SECONDS = 3;

    private final CheckThenPost guarded;
    private final RedissonClient redisson;

    DistributedLock(Means means) {
        this.guarded = new CheckThenPost(means);
        this.redisson = means.redisson();
    }

    @Override
    public boolean post(PaymentNotification payment) throws InterruptedException {
        RLock lock = redisson.getLock("lock:" + payment.key().transactionId());
        if (!lock.tryLock(WAIT_SECONDS, TimeUnit.SECONDS)) {
            return false;
        }
        try {
            return guarded.post(payment);
        } finally {
            if (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
        }
    }
}
