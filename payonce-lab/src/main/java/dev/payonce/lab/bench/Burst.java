package dev.payonce.lab.bench;

import dev.payonce.simulator.http.AnswerListener;
import dev.payonce.simulator.http.Endpoint;
import dev.payonce.simulator.http.HttpClient;
import dev.payonce.simulator.http.Manner;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The requests of one burst and what became of them. Its figures belong to the client's thread until the burst ends. */
final class Burst implements AnswerListener {
    private final HttpClient client;
    private final Endpoint endpoint;
    private final List<byte[]> requests;
    private final int count;
    private final CountDownLatch end = new CountDownLatch(1);
    private int next;
    private int done;
    private int failed;

    Burst(HttpClient client, Endpoint endpoint, List<byte[]> requests, int count) {
        this.client = client;
        this.endpoint = endpoint;
        this.requests = List.copyOf(requests);
        this.count = count;
    }

    Load run(int connections, int seconds) throws InterruptedException {
        long start = System.nanoTime();
        client.thread().execute(() -> {
            for (int i = 0; i < connections; i++) {
                sendNext();
            }
        });
        if (!end.await(seconds, TimeUnit.SECONDS)) {
            client.thread().execute(() -> next = count);
            throw new IllegalStateException("the burst did not end within " + seconds + " s");
        }
        return new Load(done, failed, System.nanoTime() - start);
    }

    @Override
    public void answered(int status, Map<String, List<String>> headers, byte[] body) {
        if (status == 200) {
            done++;
        } else {
            failed++;
        }
        goOn();
    }

    @Override
    public void failed(IOException fault) {
        failed++;
        goOn();
    }

    private void goOn() {
        if (done + failed == count) {
            end.countDown();
        } else {
            sendNext();
        }
    }

    private void sendNext() {
        if (next < count) {
            client.send(endpoint, requests.get(next++ % requests.size()), Manner.PROMPT, this);
        }
    }
}
