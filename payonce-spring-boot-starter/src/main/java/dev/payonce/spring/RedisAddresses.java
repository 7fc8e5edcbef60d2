package dev.payonce.spring;

import dev.payonce.redis.RedisGate;
import dev.payonce.redis.RedisGateSettings;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Cluster;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.ssl.SslBundle;

/**
 * Turns what Spring Boot knows of Redis ({@code spring.data.redis.*}, service connections) into the addresses of a gate:
 * cluster, else Sentinel, else standalone. The gate's connection is its own; time-outs and pool of the application's do not
 * apply to it.
 */
final class RedisAddresses {
    private final DataRedisConnectionDetails details;

    RedisAddresses(DataRedisConnectionDetails details) {
        this.details = details;
    }

    RedisGate gate(RedisGateSettings settings, Clock clock) {
        Cluster cluster = details.getCluster();
        if (cluster != null) {
            List<RedisURI> nodes = cluster.getNodes().stream()
                    .map(node -> address(node.host(), node.port(), 0))
                    .toList();
            return RedisGate.cluster(nodes, settings, clock);
        }
        Sentinel sentinel = details.getSentinel();
        return RedisGate.standalone(sentinel == null ? standalone() : sentinel(sentinel), settings, clock);
    }

    private RedisURI standalone() {
        Standalone standalone = details.getStandalone();
        if (standalone == null) {
            throw new InvalidSettingException(
                    "spring.data.redis names no standalone server, Sentinel or cluster, which payonce.gate.store=redis needs");
        }
        return address(standalone.getHost(), standalone.getPort(), standalone.getDatabase());
    }

    private RedisURI sentinel(Sentinel sentinel) {
        RedisURI.Builder builder = RedisURI.builder()
                .withSentinelMasterId(sentinel.getMaster())
                .withDatabase(sentinel.getDatabase())
                .withSsl(details.getSslBundle() != null);
        for (Node node : sentinel.getNodes()) {
            RedisURI.Builder one = RedisURI.builder()
                    .withHost(node.host())
                    .withPort(node.port())
                    .withSsl(details.getSslBundle() != null);
            authenticate(one, sentinel.getUsername(), sentinel.getPassword());
            builder.withSentinel(one.build());
        }
        authenticate(builder, details.getUsername(), details.getPassword());
        return builder.build();
    }

    private RedisURI address(String host, int port, int database) {
        RedisURI.Builder builder = RedisURI.builder()
                .withHost(host)
                .withPort(port)
                .withDatabase(database)
                .withSsl(details.getSslBundle() != null);
        authenticate(builder, details.getUsername(), details.getPassword());
        return builder.build();
    }

    private static void authenticate(RedisURI.Builder builder, @Nullable String username, @Nullable String password) {
        if (password == null || password.isEmpty()) {
            return;
        }
        if (username == null || username.isEmpty()) {
            builder.withPassword(password.toCharArray());
        } else {
            builder.withAuthentication(username, password.toCharArray());
        }
    }

    /** Trust and key material of the bundle that {@code spring.data.redis.ssl} names. */
    SslOptions ssl() {
        SslBundle bundle = details.getSslBundle();
        if (bundle == null) {
            return SslOptions.create();
        }
        SslOptions.Builder builder = SslOptions.builder()
                .keyManager(bundle.getManagers().getKeyManagerFactory())
                .trustManager(bundle.getManagers().getTrustManagerFactory());
        String[] ciphers = bundle.getOptions().getCiphers();
        String[] protocols = bundle.getOptions().getEnabledProtocols();
        if (ciphers != null) {
            builder.cipherSuites(ciphers);
        }
        if (protocols != null) {
            builder.protocols(protocols);
        }
        return builder.build();
    }
}
