package dev.payonce.lab.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetAddress;

/** Answers every request with the same bytes, on one thread. Runs until the process is told to stop. */
public final class StormSink {
    private static final ByteBuf ANSWER = Unpooled.unreleasableBuffer(
            Unpooled.directBuffer().writeBytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII)));

    private StormSink() {}

    /** Takes the server's first setting, {@code --server.port=N}, and listens there, on loopback. */
    public static void main(String[] args) throws InterruptedException {
        boolean epoll = Epoll.isAvailable();
        EventLoopGroup loop =
                new MultiThreadIoEventLoopGroup(1, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        Channel server = new ServerBootstrap()
                .group(loop)
                .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpRequestDecoder(), new Yes());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0].substring(args[0].indexOf('=') + 1)))
                .sync()
                .channel();
        System.out.println("listens at " + server.localAddress());
        var unused = server.closeFuture().sync();
    }

    private static final class Yes extends SimpleChannelInboundHandler<HttpObject> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
            if (part instanceof LastHttpContent) {
                var unused = context.writeAndFlush(ANSWER.duplicate(), context.voidPromise());
            }
        }
    }
}
