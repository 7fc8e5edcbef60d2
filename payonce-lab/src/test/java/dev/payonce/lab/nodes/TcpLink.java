package dev.payonce.lab.nodes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network path to a server on this machine that can be cut, as by a firewall that drops everything, and slowed. While it
 * is cut, what was sent stays on its way and connections are made that nobody answers on; when it is whole again they are
 * all reset, and what was on its way is lost. Thread-safe.
 */
final class TcpLink implements AutoCloseable {
    private static final int BACKLOG = 200;
    private static final int BUFFER = 64 * 1024;

    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private boolean cut;
    private Duration delay = Duration.ZERO;

    TcpLink(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    synchronized void cut() {
        cut = true;
    }

    /** Each packet of each direction takes so much longer. */
    synchronized void slow(Duration more) {
        delay = more;
    }

    /** Whole and fast again. */
    synchronized void heal() {
        boolean wasCut = cut;
        cut = false;
        delay = Duration.ZERO;
        if (wasCut) {
            List.copyOf(sockets).forEach(this::close);
        }
        notifyAll();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                start(() -> connect(client));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void connect(Socket client) {
        try {
            awaitPassage();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            start(() -> pump(client, server));
            pump(server, client);
        } catch (IOException e) {
            // Nobody listens there, or the client has gone: so goes the connection.
            close(client);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                awaitPassage();
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            // Either end has gone: so goes the other.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close(from);
        close(to);
    }

    private synchronized void awaitPassage() throws InterruptedException {
        long until = System.nanoTime() + delay.toNanos();
        for (long left = delay.toMillis(); left > 0; left = (until - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        while (cut) {
            wait();
        }
    }

    private void close(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "link");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        heal();
        new ArrayList<>(sockets).forEach(this::close);
    }
}
