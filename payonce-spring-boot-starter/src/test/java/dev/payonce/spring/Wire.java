package dev.payonce.spring;

import dev.payonce.spring.SignedCallbacks.Signed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Speaks HTTP over a bare socket, so that what the container really sends is seen. */
final class Wire {
    private final int port;

    Wire(int port) {
        this.port = port;
    }

    /** An answer as it came over the wire. */
    record Raw(String text) {
        String statusLine() {
            return text.substring(0, text.indexOf("\r\n"));
        }

        int status() {
            return Integer.parseInt(statusLine().substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
        }

        List<String> header(String name) {
            String prefix = name.toLowerCase(Locale.ROOT) + ":";
            return head().lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(line -> line.substring(prefix.length()).strip())
                    .toList();
        }

        private String head() {
            return text.substring(0, text.indexOf("\r\n\r\n"));
        }

        String body() {
            return text.substring(text.indexOf("\r\n\r\n") + 4);
        }
    }

    Raw post(String channel, Signed signed) {
        String length = "Content-Length: " + signed.bytes().length;
        return exchange("POST /notify/" + channel, lines(signed) + length + "\r\n", signed.bytes());
    }

    Raw postChunked(String channel, Signed signed, int chunk) {
        ByteArrayOutputStream chunks = new ByteArrayOutputStream();
        for (int at = 0; at < signed.bytes().length; at += chunk) {
            int size = Math.min(chunk, signed.bytes().length - at);
            chunks.writeBytes((Integer.toHexString(size) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            chunks.write(signed.bytes(), at, size);
            chunks.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        chunks.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return exchange(
                "POST /notify/" + channel, lines(signed) + "Transfer-Encoding: chunked\r\n", chunks.toByteArray());
    }

    private static String lines(Signed signed) {
        StringBuilder lines = new StringBuilder();
        signed.headers()
                .forEach((name, value) ->
                        lines.append(name).append(": ").append(value).append("\r\n"));
        return lines.toString();
    }

    /** A connection on which a whole head and the first half of the body were sent, and then nothing. */
    Stalled stall(String channel, Signed signed) {
        String head = "POST /notify/" + channel + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + lines(signed) + "Content-Length: " + signed.bytes().length + "\r\n\r\n";
        int half = signed.bytes().length / 2;
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(signed.bytes(), 0, half);
            return new Stalled(socket, signed, half);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A request of which the rest may still come. */
    record Stalled(Socket socket, Signed signed, int sent) implements AutoCloseable {
        Raw goOn() {
            try {
                socket.getOutputStream().write(signed.bytes(), sent, signed.bytes().length - sent);
                return new Raw(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** Sends all, says that nothing follows, and reads to the end. */
    Raw exchange(String requestLine, String headers, byte[] body) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            String head = requestLine + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            return new Raw(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
