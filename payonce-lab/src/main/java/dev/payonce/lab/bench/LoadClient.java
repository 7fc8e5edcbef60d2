package dev.payonce.lab.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A closed loop over keep-alive connections to one loopback port: each connection sends its next request when the answer to
 * its last one is whole. Requests are encoded beforehand. For one user at a time.
 */
final class LoadClient implements AutoCloseable {
    private static final int THREADS = 1;

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(THREADS, NioIoHandler.newFactory());
    private final int port;
    private final int connections;

    LoadClient(int port, int connections) {
        this.port = port;
        this.connections = connections;
    }

    /**
     * Sends {@code count} requests, those given in turn and again from the first, and counts the answers of status 200.
     * After {@code seconds} nothing more is sent.
     */
    Load send(List<byte[]> requests, int count, int seconds) throws InterruptedException {
        Burst burst = new Burst(requests, count, connections);
        List<Channel> channels = connect(burst);
        try {
            long start = System.nanoTime();
            channels.forEach(burst::sendNext);
            boolean inTime = burst.await(seconds);
            long nanos = System.nanoTime() - start;
            if (!inTime) {
                throw new IllegalStateException("the burst did not end within " + seconds + " s");
            }
            return burst.result(nanos);
        } finally {
            for (Channel channel : channels) {
                var unused = channel.close();
            }
        }
    }

    private List<Channel> connect(Burst burst) throws InterruptedException {
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpResponseDecoder(), new AnswerCounter(burst));
                    }
                });
        List<Channel> channels = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            channels.add(bootstrap
                    .connect(InetAddress.getLoopbackAddress(), port)
                    .sync()
                    .channel());
        }
        return channels;
    }

    @Override
    public void close() {
        var unused = loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
