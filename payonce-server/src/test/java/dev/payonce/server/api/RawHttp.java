package dev.payonce.server.api;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Sends what no client library would, and returns all that comes back until the server closes. */
final class RawHttp {
    private RawHttp() {}

    static String send(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A request for a target that goes out exactly as it is given. */
    static String request(String method, String target, String... headers) {
        return method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n"
                + Arrays.stream(headers).map(header -> header + "\r\n").collect(Collectors.joining()) + "\r\n";
    }

    static int status(String answer) {
        return Integer.parseInt(answer.substring(9, 12));
    }
}
