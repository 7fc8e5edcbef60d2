package dev.payonce.simulator.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends encoded requests over as many keep-alive connections as there are requests under way, and tells what came of each.
 * Follows no redirects, uses no proxy, sends nothing twice.
 *
 * <p>Everything happens on one thread, {@link #thread}: {@link #send} is called there, and listeners are. A listener may
 * send again at once, on the connection that has just become free.
 */
public final class HttpClient implements AutoCloseable {
    private static final int SWEEP_MILLIS = 20;

    /** Linux, with Netty's native library on the class path: fewer calls for each request. */
    private static final boolean EPOLL = Epoll.isAvailable();

    private final ClientLimits limits;
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1,
            new DefaultThreadFactory("storm-http", true),
            EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    private final EventLoop loop = group.next();
    private final Map<Endpoint, ArrayDeque<Channel>> idle = new HashMap<>();
    private final Map<Connection, Channel> busy = new HashMap<>();
    private @Nullable SslContext tls;

    public HttpClient(ClientLimits limits) {
        this.limits = limits;
        var unused = loop.scheduleAtFixedRate(this::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The client's only thread. */
    public Executor thread() {
        return loop;
    }

    /** Runs the task on the client's thread after so long. */
    public void after(long nanos, Runnable task) {
        var unused = loop.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    /** Sends one request. On {@link #thread} only. */
    public void send(Endpoint endpoint, byte[] request, Manner manner, AnswerListener listener) {
        long deadline = System.nanoTime() + limits.timeout().toNanos();
        Channel free = free(endpoint);
        if (free != null) {
            Connection connection = free.pipeline().get(Connection.class);
            busy.put(connection, free);
            connection.expect(listener, deadline);
            connection.send(free, request, manner);
            return;
        }
        Connection connection = new Connection(this, endpoint);
        connection.expect(listener, deadline);
        ChannelFuture connecting = connect(connection);
        busy.put(connection, connecting.channel());
        var unused = connecting.addListener(done -> {
            if (done.isSuccess()) {
                connection.send(connecting.channel(), request, manner);
            } else {
                connection.fail(connecting.channel(), faultOf(done.cause()));
            }
        });
    }

    ClientLimits limits() {
        return limits;
    }

    void done(Connection connection, Channel channel, boolean reusable) {
        busy.remove(connection);
        if (reusable && channel.isActive()) {
            idle.computeIfAbsent(connection.endpoint(), key -> new ArrayDeque<>())
                    .push(channel);
        } else {
            var unused = channel.close();
        }
    }

    void gone(Connection connection, @Nullable Channel channel) {
        boolean wasBusy = busy.remove(connection) != null;
        ArrayDeque<Channel> others = idle.get(connection.endpoint());
        if (!wasBusy && others != null && channel != null) {
            others.remove(channel);
        }
    }

    /** Requests under way end without an answer. */
    @Override
    public void close() {
        var unused = group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private @Nullable Channel free(Endpoint endpoint) {
        ArrayDeque<Channel> channels = idle.computeIfAbsent(endpoint, key -> new ArrayDeque<>());
        Channel channel = channels.poll();
        while (channel != null && !channel.isActive()) {
            channel = channels.poll();
        }
        return channel;
    }

    private ChannelFuture connect(Connection connection) {
        Endpoint endpoint = connection.endpoint();
        return new Bootstrap()
                .group(loop)
                .channel(EPOLL ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        Math.max(1, Math.min(Integer.MAX_VALUE, limits.timeout().toMillis())))
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) throws SSLException {
                        if (endpoint.tls()) {
                            channel.pipeline()
                                    .addLast(context()
                                            .newHandler(
                                                    channel.alloc(),
                                                    endpoint.host(),
                                                    endpoint.address().getPort()));
                        }
                        channel.pipeline().addLast(new HttpResponseDecoder(), connection);
                    }
                })
                .connect(endpoint.address());
    }

    private SslContext context() throws SSLException {
        SslContext context = tls;
        if (context == null) {
            context = SslContextBuilder.forClient().build();
            tls = context;
        }
        return context;
    }

    private void sweep() {
        long now = System.nanoTime();
        for (Map.Entry<Connection, Channel> under : List.copyOf(busy.entrySet())) {
            under.getKey().expire(under.getValue(), now);
        }
    }

    private static IOException faultOf(Throwable cause) {
        return cause instanceof IOException io ? io : new IOException(cause);
    }
}
