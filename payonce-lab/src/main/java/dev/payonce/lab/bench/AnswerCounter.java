package dev.payonce.lab.bench;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.channels.ClosedChannelException;

/** Counts the answers of one connection, and sends the next request behind each. */
final class AnswerCounter extends SimpleChannelInboundHandler<HttpObject> {
    private final Burst burst;
    private int status;
    private boolean lost;

    AnswerCounter(Burst burst) {
        this.burst = burst;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (part instanceof HttpResponse response) {
            status = response.decoderResult().isSuccess() ? response.status().code() : 0;
        }
        if (part instanceof LastHttpContent) {
            burst.answered(status);
            burst.sendNext(context.channel());
        }
    }

    /** The server closed the connection: with a request on it, or with one that will never be sent. */
    @Override
    public void channelInactive(ChannelHandlerContext context) {
        exceptionCaught(context, new ClosedChannelException());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!lost) {
            lost = true;
            burst.lost();
        }
        var unused = context.close();
    }
}
