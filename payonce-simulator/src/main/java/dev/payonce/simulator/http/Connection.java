package dev.payonce.simulator.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection and the request that is on it, if any. Used on the client's thread only. */
final class Connection extends SimpleChannelInboundHandler<HttpObject> {
    private final HttpClient client;
    private final Endpoint endpoint;
    private @Nullable AnswerListener listener;
    private long deadline;
    private boolean keepAlive;
    private int status;
    private Map<String, List<String>> headers = Map.of();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    Connection(HttpClient client, Endpoint endpoint) {
        this.client = client;
        this.endpoint = endpoint;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Takes the place of the request before it is sent, or while the connection is still being made. */
    void expect(AnswerListener next, long until) {
        listener = next;
        deadline = until;
    }

    void send(Channel channel, byte[] request, Manner manner) {
        channel.config().setAutoRead(manner == Manner.PROMPT);
        var written = channel.writeAndFlush(Unpooled.wrappedBuffer(request));
        if (manner == Manner.CUT) {
            var unused = written.addListener(done -> fail(channel, new IOException("cut before the answer was read")));
        } else if (manner == Manner.SLOW) {
            var unused = channel.eventLoop()
                    .schedule(
                            () -> channel.config().setAutoRead(true),
                            client.limits().slowness().toNanos(),
                            TimeUnit.NANOSECONDS);
        }
    }

    /** Gives up waiting when the time is over. */
    void expire(Channel channel, long now) {
        if (listener != null && now - deadline >= 0) {
            fail(channel, new IOException("no answer in time"));
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (part.decoderResult().isFailure()) {
            fail(
                    context.channel(),
                    new IOException("not HTTP", part.decoderResult().cause()));
            return;
        }
        if (part instanceof HttpResponse response) {
            status = response.status().code();
            keepAlive = HttpUtil.isKeepAlive(response);
            headers = copy(response.headers());
        }
        // 1xx comes before the answer.
        if (part instanceof HttpContent content && status >= 200 && listener != null) {
            int room = client.limits().maxBody() - body.size();
            byte[] bytes = new byte[Math.min(room, content.content().readableBytes())];
            content.content().readBytes(bytes);
            body.writeBytes(bytes);
            boolean cut = body.size() >= client.limits().maxBody() && !(part instanceof LastHttpContent);
            if (cut || part instanceof LastHttpContent) {
                complete(context.channel(), keepAlive && !cut);
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(context.channel(), new IOException("connection closed before the answer was whole"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // What TLS refuses comes wrapped by the decoder.
        Throwable fault = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        fail(context.channel(), fault instanceof IOException io ? io : new IOException(fault));
    }

    void fail(@Nullable Channel channel, IOException fault) {
        if (channel != null) {
            var unused = channel.close();
        }
        client.gone(this, channel);
        AnswerListener told = listener;
        listener = null;
        if (told != null) {
            told.failed(fault);
        }
    }

    private void complete(Channel channel, boolean reusable) {
        byte[] whole = body.toByteArray();
        body.reset();
        AnswerListener told = listener;
        listener = null;
        client.done(this, channel, reusable);
        if (told != null) {
            told.answered(status, headers, whole);
        }
    }

    private static Map<String, List<String>> copy(HttpHeaders from) {
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        from.names().forEach(name -> copy.put(name, from.getAll(name)));
        return copy;
    }
}
