package dev.payonce.lab.schemes.trial;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A loopback port in front of a server: its clients keep their address while the server behind it changes, and its answers
 * may be kept from them. Two threads for each connection. Thread-safe.
 */
final class TcpProxy implements AutoCloseable {
    private static final int CONNECT_MILLIS = 1000;
    private static final int BACKLOG = 200;
    private static final int BUFFER = 16 * 1024;

    private final ServerSocket listener;
    private final Answers answers;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile int target;

    /** Passes a server's bytes on to a client, until one of them has ended or the client is to hear no more. */
    interface Answers {
        void pass(InputStream server, OutputStream client) throws IOException;
    }

    /** Passes everything on. */
    static void all(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
            to.write(buffer, 0, n);
        }
    }

    TcpProxy(int target, Answers answers) throws IOException {
        this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        this.target = target;
        this.answers = answers;
        start("proxy-accept", this::accept);
    }

    /** Where clients connect. */
    int port() {
        return listener.getLocalPort();
    }

    /** Connections go there from now on; those that are open are cut. */
    void to(int port) {
        target = port;
        links.forEach(Link::close);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        links.forEach(Link::close);
    }

    private void accept() {
        while (!listener.isClosed()) {
            acceptOne();
        }
    }

    private void acceptOne() {
        try {
            open(listener.accept());
        } catch (IOException e) {
            // Closed, which ends the loop; or a client that has gone already.
            return;
        }
    }

    private void open(Socket client) {
        Link link = new Link(client, new Socket());
        links.add(link);
        start("proxy-connect", link::connect);
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** One client's connection, and the server's. When one half ends, both are closed. */
    private final class Link {
        private final Socket client;
        private final Socket server;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void connect() {
            try {
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), CONNECT_MILLIS);
                server.setTcpNoDelay(true);
                client.setTcpNoDelay(true);
                start("proxy-answers", () -> pass(answers, server, client));
                pass(TcpProxy::all, client, server);
            } catch (IOException e) {
                close();
            }
        }

        private void pass(Answers how, Socket from, Socket to) {
            try {
                how.pass(from.getInputStream(), to.getOutputStream());
            } catch (IOException e) {
                // Either side has gone: so does the other.
                return;
            } finally {
                close();
            }
        }

        void close() {
            links.remove(this);
            closeQuietly(client);
            closeQuietly(server);
        }

        private void closeQuietly(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException("a socket could not be closed", e);
            }
        }
    }
}
