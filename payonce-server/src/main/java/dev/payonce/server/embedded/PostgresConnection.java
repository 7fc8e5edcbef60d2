package dev.payonce.server.embedded;

/** How to reach the embedded PostgreSQL: by password, over loopback. {@link #toString} leaves the password out. */
public record PostgresConnection(String jdbcUrl, String user, String password) {
    @Override
    public String toString() {
        return "PostgresConnection[jdbcUrl=" + jdbcUrl + ", user=" + user + "]";
    }
}
