package dev.payonce.server.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports of 127.0.0.1. A free one may be taken by somebody else before it is used: the user of it tries again. */
final class LoopbackPort {
    private static final byte[] ADDRESS = {127, 0, 0, 1};

    private LoopbackPort() {}

    static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(ADDRESS))) {
            return socket.getLocalPort();
        }
    }

    static InetSocketAddress address(int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByAddress(ADDRESS), port);
    }
}
