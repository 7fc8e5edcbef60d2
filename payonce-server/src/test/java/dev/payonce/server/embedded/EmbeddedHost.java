package dev.payonce.server.embedded;

import java.nio.file.Path;
import java.util.EnumSet;

/** A process that holds embedded servers until it is killed; prints a line when they run. */
public final class EmbeddedHost {
    static final String READY = "READY";

    private EmbeddedHost() {}

    /** Starts both servers in the directory given. */
    public static void main(String[] args) throws InterruptedException {
        EmbeddedServers servers = new EmbeddedServers(Path.of(args[0]), EnumSet.allOf(EmbeddedServer.class));
        servers.start();
        System.out.println(READY);
        Thread.currentThread().join();
    }
}
