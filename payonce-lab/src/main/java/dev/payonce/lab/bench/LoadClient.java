package dev.payonce.lab.bench;

import dev.payonce.simulator.http.ClientLimits;
import dev.payonce.simulator.http.Endpoint;
import dev.payonce.simulator.http.HttpClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * A closed loop over keep-alive connections to one loopback port, by the storm's own client: each connection sends its next
 * request when the answer to its last one is whole. Requests are encoded beforehand. For one user at a time.
 */
final class LoadClient implements AutoCloseable {
    private static final ClientLimits LIMITS = new ClientLimits(Duration.ofSeconds(30), 4096, Duration.ZERO);

    private final HttpClient client = new HttpClient(LIMITS);
    private final Endpoint endpoint;
    private final int connections;

    LoadClient(int port, int connections) {
        this.endpoint = new Endpoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), "127.0.0.1", false);
        this.connections = connections;
    }

    /**
     * Sends {@code count} requests, those given in turn and again from the first, and counts the answers of status 200.
     * After {@code seconds} nothing more is sent.
     */
    Load send(List<byte[]> requests, int count, int seconds) throws InterruptedException {
        return new Burst(client, endpoint, requests, count).run(connections, seconds);
    }

    @Override
    public void close() {
        client.close();
    }
}
