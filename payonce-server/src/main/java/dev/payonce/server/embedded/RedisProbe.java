package dev.payonce.server.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The two things that are asked of an embedded Redis without a client: does it know our password, and to end. */
final class RedisProbe {
    private static final int TIMEOUT_MILLIS = 1000;

    private RedisProbe() {}

    /** Whether a Redis that knows the password answers there. */
    static boolean answers(int port, String password) {
        return "+PONG".equals(lastReply(port, List.of("AUTH " + password, "PING")));
    }

    /** Tells the Redis that knows the password to end; whether there was one. */
    static boolean shutDown(int port, String password) {
        if (!answers(port, password)) {
            return false;
        }
        String refusal = lastReply(port, List.of("AUTH " + password, "SHUTDOWN NOSAVE"));
        return refusal == null;
    }

    /** The reply to the last of the commands; null when there is none, or when one before it was refused. */
    private static @Nullable String lastReply(int port, List<String> commands) {
        try (Socket socket = new Socket()) {
            socket.connect(LoopbackPort.address(port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            BufferedReader replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            String reply = null;
            for (String command : commands) {
                if (reply != null && !reply.startsWith("+")) {
                    return null;
                }
                socket.getOutputStream().write((command + "\r\n").getBytes(US_ASCII));
                reply = replies.readLine();
            }
            return reply;
        } catch (IOException nobodyThere) {
            return null;
        }
    }
}
