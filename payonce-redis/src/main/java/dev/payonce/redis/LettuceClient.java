package dev.payonce.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A Lettuce client of our own, set up so that Redis can fail without anybody waiting for it: commands end within a time-out,
 * are rejected at once while there is no connection, and queue up to a limit. Shares no thread, connection or setting with
 * the application's Lettuce. Thread-safe.
 */
final class LettuceClient implements AutoCloseable {
    private static final Duration TIMER_STEP = Duration.ofMillis(10);
    private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);
    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration FIRST_RECONNECT = Duration.ofMillis(20);
    private static final Duration SLOWEST_RECONNECT = Duration.ofSeconds(1);
    private static final Duration TOPOLOGY_REFRESH = Duration.ofSeconds(30);
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(2);
    private static final int MAX_QUEUED_COMMANDS = 10_000;
    private static final int MAX_CONSOLIDATED_FLUSHES = 64;
    private static final int THREADS = 2;

    private final HashedWheelTimer timer;
    private final ClientResources resources;
    private final AbstractRedisClient client;
    private final Supplier<CompletionStage<? extends StatefulConnection<String, String>>> connect;
    private final BiConsumer<StatefulConnection<String, String>, List<RedisCommand<String, String, ?>>> send;

    /** A single server, or the master that the Sentinels of this address name. */
    static LettuceClient standalone(RedisURI uri, SslOptions ssl, Duration commandTimeout) {
        HashedWheelTimer timer = timer();
        ClientResources resources = resources(timer);
        RedisClient client = RedisClient.create(resources);
        ClientOptions.Builder options = ClientOptions.builder();
        configure(options, ssl, commandTimeout);
        client.setOptions(options.build());
        RedisURI bounded = bounded(uri);
        return new LettuceClient(
                timer,
                resources,
                client,
                () -> client.connectAsync(StringCodec.UTF8, bounded),
                LettuceClient::sendAsOne);
    }

    static LettuceClient cluster(Collection<RedisURI> nodes, SslOptions ssl, Duration commandTimeout) {
        HashedWheelTimer timer = timer();
        ClientResources resources = resources(timer);
        RedisClusterClient client = RedisClusterClient.create(
                resources, nodes.stream().map(LettuceClient::bounded).toList());
        ClusterClientOptions.Builder options = ClusterClientOptions.builder();
        options.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                .enableAllAdaptiveRefreshTriggers()
                .adaptiveRefreshTriggersTimeout(SLOWEST_RECONNECT)
                .enablePeriodicRefresh(TOPOLOGY_REFRESH)
                .build());
        configure(options, ssl, commandTimeout);
        client.setOptions(options.build());
        return new LettuceClient(
                timer,
                resources,
                client, // Connecting alone would expect the cluster's layout to be known.
                () -> client.refreshPartitionsAsync().thenCompose(known -> client.connectAsync(StringCodec.UTF8)),
                LettuceClient::sendOneByOne);
    }

    private LettuceClient(
            HashedWheelTimer timer,
            ClientResources resources,
            AbstractRedisClient client,
            Supplier<CompletionStage<? extends StatefulConnection<String, String>>> connect,
            BiConsumer<StatefulConnection<String, String>, List<RedisCommand<String, String, ?>>> send) {
        this.timer = timer;
        this.resources = resources;
        this.client = client;
        this.connect = connect;
        this.send = send;
    }

    /** A new connection, or a failure within the connect and handshake time-outs. Never blocks. */
    CompletionStage<? extends StatefulConnection<String, String>> connect() {
        return connect.get();
    }

    /** Sends commands for one key one behind the other, without waiting in between. */
    void send(StatefulConnection<String, String> connection, List<RedisCommand<String, String, ?>> commands) {
        send.accept(connection, commands);
    }

    private static void sendAsOne(
            StatefulConnection<String, String> connection, List<RedisCommand<String, String, ?>> commands) {
        var unused = connection.dispatch(commands);
    }

    /**
     * Lettuce's cluster connection blocks the caller when it has no connection to the key's node yet and is handed a
     * collection; for single commands it connects in the background. It is one round trip either way.
     */
    private static void sendOneByOne(
            StatefulConnection<String, String> connection, List<RedisCommand<String, String, ?>> commands) {
        commands.forEach(command -> {
            var unused = connection.dispatch(command);
        });
    }

    private static HashedWheelTimer timer() {
        // Lettuce's own steps by 100 ms: a time-out of 200 ms would come after up to 300.
        return new HashedWheelTimer(
                new DefaultThreadFactory("payonce-redis-timer", true), TIMER_STEP.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static ClientResources resources(HashedWheelTimer timer) {
        return ClientResources.builder()
                .ioThreadPoolSize(THREADS)
                .computationThreadPoolSize(THREADS)
                .timer(timer)
                .reconnectDelay(Delay.exponential(FIRST_RECONNECT, SLOWEST_RECONNECT, 2, TimeUnit.MILLISECONDS))
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .nettyCustomizer(new NettyCustomizer() {
                    @Override
                    public void afterChannelInitialized(Channel channel) {
                        // Claims of concurrent callbacks leave in one write, and Redis answers them in one.
                        channel.pipeline().addFirst(new FlushConsolidationHandler(MAX_CONSOLIDATED_FLUSHES, true));
                    }
                })
                .build();
    }

    private static void configure(ClientOptions.Builder options, SslOptions ssl, Duration commandTimeout) {
        options.autoReconnect(true)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(MAX_QUEUED_COMMANDS)
                .timeoutOptions(
                        TimeoutOptions.builder().fixedTimeout(commandTimeout).build())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(CONNECT_TIMEOUT)
                        .keepAlive(KeepAliveOptions.builder()
                                .enable()
                                .idle(Duration.ofSeconds(10))
                                .interval(Duration.ofSeconds(2))
                                .count(3)
                                .build())
                        .build())
                .sslOptions(ssl);
    }

    /** A copy, since an address carries the time-out of the handshake, by default a minute. */
    private static RedisURI bounded(RedisURI uri) {
        RedisURI copy = new RedisURI();
        setIfPresent(uri.getHost(), copy::setHost);
        copy.setPort(uri.getPort());
        setIfPresent(uri.getSocket(), copy::setSocket);
        setIfPresent(uri.getSentinelMasterId(), copy::setSentinelMasterId);
        copy.setDatabase(uri.getDatabase());
        setIfPresent(uri.getClientName(), copy::setClientName);
        copy.applyAuthentication(uri);
        copy.applySsl(uri);
        copy.setTimeout(HANDSHAKE_TIMEOUT);
        uri.getSentinels().forEach(sentinel -> copy.getSentinels().add(bounded(sentinel)));
        return copy;
    }

    private static void setIfPresent(@Nullable String value, Consumer<String> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, SHUTDOWN_LIMIT);
        resources
                .shutdown(0, SHUTDOWN_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(SHUTDOWN_LIMIT.toMillis());
        var unused = timer.stop();
    }
}
