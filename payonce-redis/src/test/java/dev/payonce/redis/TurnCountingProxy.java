package dev.payonce.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Passes bytes to a server and back, and counts the turns: how often the client spoke after the server had.
 */
final class TurnCountingProxy implements AutoCloseable {
    private final ServerSocket listener;
    private volatile int target;
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final Queue<Wire> wires = new ConcurrentLinkedQueue<>();

    TurnCountingProxy(int target) throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.target = target;
        pool.execute(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    int turns() {
        return wires.stream().mapToInt(wire -> wire.turns).sum();
    }

    /** New connections go elsewhere; those of this moment stay where they are. */
    void redirectTo(int port) {
        target = port;
    }

    /** From now on the connections of this moment swallow what they are given, and stay open. */
    void blackHole() {
        wires.forEach(wire -> wire.swallows = true);
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                Wire wire = new Wire(listener.accept(), new Socket(InetAddress.getLoopbackAddress(), target));
                wires.add(wire);
                pool.execute(wire::clientToServer);
                pool.execute(wire::serverToClient);
            }
        } catch (IOException e) {
            // The listener was closed: the test is over.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Wire wire : wires) {
            wire.close();
        }
        pool.shutdownNow();
    }

    private static final class Wire {
        private final Socket client;
        private final Socket server;
        private volatile boolean clientSpoke;
        private volatile int turns;
        private volatile boolean swallows;

        Wire(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void clientToServer() {
            copy(client, server, () -> {
                synchronized (this) {
                    turns += clientSpoke ? 0 : 1;
                    clientSpoke = true;
                }
            });
        }

        void serverToClient() {
            copy(server, client, () -> {
                synchronized (this) {
                    clientSpoke = false;
                }
            });
        }

        private void copy(Socket from, Socket to, Runnable heard) {
            byte[] buffer = new byte[8192];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    heard.run();
                    if (!swallows) {
                        out.write(buffer, 0, n);
                    }
                }
            } catch (IOException e) {
                // Either end went away, and so does the other.
            }
            close();
        }

        void close() {
            try {
                client.close();
                server.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
