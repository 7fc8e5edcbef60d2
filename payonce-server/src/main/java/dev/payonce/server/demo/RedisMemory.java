package dev.payonce.server.demo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;

/** What a Redis remembers. */
final class RedisMemory {
    private static final int TIMEOUT_MILLIS = 5000;

    private RedisMemory() {}

    /**
     * Deletes every key.
     *
     * @param redis {@code redis://:password@host:port}, the password free of blanks
     * @throws IOException if it cannot be reached or refuses
     */
    static void empty(URI redis) throws IOException {
        try (Socket socket = new Socket(redis.getHost(), redis.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            BufferedReader replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            String password = redis.getUserInfo().substring(redis.getUserInfo().indexOf(':') + 1);
            for (String command : new String[] {"AUTH " + password, "FLUSHALL"}) {
                socket.getOutputStream().write((command + "\r\n").getBytes(US_ASCII));
                String reply = replies.readLine();
                if (!"+OK".equals(reply)) {
                    throw new IOException("Redis refused: " + reply);
                }
            }
        }
    }
}
