package dev.payonce.server.embedded;

import com.sun.security.auth.module.UnixSystem;
import java.util.Locale;

/** The machine and the user this process runs on, in the names that the binaries' archives use. */
record Platform(String postgresArchive, String redisBinary) {
    private static final String ELSEWHERE =
            "Set spring.datasource.url and spring.data.redis.url to servers of your own; then nothing embedded starts.";

    static Platform current() {
        return of(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    static Platform of(String osName, String architecture) {
        String os = osName.toLowerCase(Locale.ROOT);
        boolean arm = architecture.equals("aarch64");
        if (os.equals("linux") && (arm || architecture.equals("amd64"))) {
            return arm
                    ? new Platform("postgres-linux-arm_64.txz", "redis-server-7.0.15-linux-arm64")
                    : new Platform("postgres-linux-x86_64.txz", "redis-server-7.0.15-linux-amd64");
        }
        if (os.startsWith("mac") && arm) {
            return new Platform("postgres-darwin-arm_64.txz", "redis-server-7.0.15-darwin-arm64");
        }
        throw new EmbeddedServersException(
                "There is no embedded PostgreSQL and Redis for " + osName + " on " + architecture + ".", ELSEWHERE);
    }

    static long userId() {
        return new UnixSystem().getUid();
    }
}
