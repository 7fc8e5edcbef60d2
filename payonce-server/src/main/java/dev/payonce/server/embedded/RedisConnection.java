package dev.payonce.server.embedded;

/** How to reach the embedded Redis: by password, over loopback. {@link #toString} leaves the password out. */
public record RedisConnection(int port, String password) {
    /** In the form of {@code spring.data.redis.url}; holds the password. */
    public String url() {
        return "redis://:" + password + "@127.0.0.1:" + port + "/0";
    }

    @Override
    public String toString() {
        return "RedisConnection[port=" + port + "]";
    }
}
