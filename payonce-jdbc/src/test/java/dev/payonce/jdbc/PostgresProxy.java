package dev.payonce.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A TCP proxy in front of PostgreSQL that counts round trips (each ends with a Sync, for whose answer the driver waits) and can lose a COMMIT, or the answer to it, together with the
 * connection. pgjdbc sends the text of COMMIT once on a connection and by the name that it gave it from then on.
 */
public final class PostgresProxy implements AutoCloseable {
    private static final byte[] SYNC = {'S', 0, 0, 0, 4};
    private static final Pattern PREPARE_COMMIT = Pattern.compile("([ -~]*)\\x00COMMIT\\x00");

    /** What happens to the next COMMIT. */
    public enum NextCommit {
        PASSES,
        IS_LOST,
        LOSES_ITS_ANSWER
    }

    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger roundTrips = new AtomicInteger();
    private volatile NextCommit nextCommit = NextCommit.PASSES;
    private volatile boolean refusing;

    public PostgresProxy(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    public void nextCommit(NextCommit fate) {
        nextCommit = fate;
    }

    /** Cuts all connections and takes no more, until allowed again. */
    public void refuse(boolean refuse) {
        refusing = refuse;
        if (refuse) {
            sockets.forEach(PostgresProxy::closeQuietly);
        }
    }

    public int roundTrips() {
        return roundTrips.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (refusing) {
                    client.close();
                    continue;
                }
                Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), target));
                sockets.add(link.client);
                sockets.add(link.server);
                start("up", () -> link.pump(link.client, link.server, true));
                start("down", () -> link.pump(link.server, link.client, false));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private final class Link {
        private final Socket client;
        private final Socket server;
        private volatile boolean mute;
        private String commitName = "";

        Link(Socket client, Socket server) throws IOException {
            this.client = client;
            this.server = server;
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        }

        void pump(Socket from, Socket to, boolean up) {
            byte[] buffer = new byte[64 * 1024];
            try (InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream()) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (up ? !forwardsUp(buffer, n) : !forwardsDown()) {
                        return;
                    }
                    out.write(buffer, 0, n);
                    out.flush();
                }
            } catch (IOException e) {
                // One side has gone; so goes the other.
                closeQuietly(to);
            } finally {
                closeQuietly(client);
                closeQuietly(server);
            }
        }

        private boolean forwardsUp(byte[] buffer, int n) {
            if (n >= SYNC.length && Arrays.equals(buffer, n - SYNC.length, n, SYNC, 0, SYNC.length)) {
                roundTrips.incrementAndGet();
            }
            if (isCommit(buffer, n) && nextCommit != NextCommit.PASSES) {
                boolean lost = nextCommit == NextCommit.IS_LOST;
                nextCommit = NextCommit.PASSES;
                mute = true;
                return !lost;
            }
            return true;
        }

        private boolean isCommit(byte[] buffer, int n) {
            String text = new String(buffer, 0, n, StandardCharsets.ISO_8859_1);
            Matcher prepare = PREPARE_COMMIT.matcher(text);
            if (prepare.find()) {
                commitName = "\0" + prepare.group(1) + "\0";
                return true;
            }
            return !commitName.isEmpty() && text.startsWith("B") && text.contains(commitName);
        }

        private boolean forwardsDown() {
            return !mute;
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, "proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        sockets.forEach(PostgresProxy::closeQuietly);
    }
}
