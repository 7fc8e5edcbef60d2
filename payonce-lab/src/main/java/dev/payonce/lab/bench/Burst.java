package dev.payonce.lab.bench;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The requests of one burst and what became of them. Thread-safe. */
final class Burst {
    private final List<byte[]> requests;
    private final int count;
    private final CountDownLatch idle;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    Burst(List<byte[]> requests, int count, int connections) {
        this.requests = List.copyOf(requests);
        this.count = count;
        this.idle = new CountDownLatch(connections);
    }

    /** Sends the next request on this connection, or lets it rest when there is none left. */
    void sendNext(Channel channel) {
        int number = next.getAndIncrement();
        if (number < count) {
            var unused = channel.writeAndFlush(
                    Unpooled.wrappedBuffer(requests.get(number % requests.size())), channel.voidPromise());
        } else {
            idle.countDown();
        }
    }

    void answered(int status) {
        (status == 200 ? done : failed).incrementAndGet();
    }

    /** The connection is lost with the request that was on it. */
    void lost() {
        failed.incrementAndGet();
        idle.countDown();
    }

    /** Waits until every connection rests; after {@code seconds} nothing more is sent. */
    boolean await(int seconds) throws InterruptedException {
        boolean inTime = idle.await(seconds, TimeUnit.SECONDS);
        next.set(count);
        return inTime;
    }

    Load result(long nanos) {
        return new Load(done.get(), failed.get(), nanos);
    }
}
