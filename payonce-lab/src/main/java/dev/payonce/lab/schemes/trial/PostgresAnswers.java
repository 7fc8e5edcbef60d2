package dev.payonce.lab.schemes.trial;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What PostgreSQL answers, message by message (protocol 3.0: a type, a length, a body), of sessions that ask for no
 * encryption. It may come late, and the answer to a COMMIT may be lost, and its connection with it: the commit itself is
 * done. Thread-safe.
 */
final class PostgresAnswers implements TcpProxy.Answers {
    private static final int COMMAND_COMPLETE = 'C';
    private static final int LENGTH_BYTES = 4;
    private static final int MAX_LENGTH = 64 * 1024 * 1024;
    private static final byte[] COMMIT = "COMMIT\0".getBytes(US_ASCII);

    private final AtomicInteger commits = new AtomicInteger();
    private volatile int lostOneIn;
    private volatile Duration delay = Duration.ZERO;

    /** Loses the answer to one in so many commits; 0: none. */
    void loseOneCommitIn(int commits) {
        lostOneIn = commits;
    }

    /** How late each answer comes. */
    void delay(Duration by) {
        delay = by;
    }

    @Override
    public void pass(InputStream server, OutputStream client) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(server));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(client));
        for (int type = in.read(); type >= 0; type = in.read()) {
            byte[] body = body(in);
            if (type == COMMAND_COMPLETE && Arrays.equals(body, COMMIT) && isLost()) {
                out.flush();
                return;
            }
            out.writeByte(type);
            out.writeInt(body.length + LENGTH_BYTES);
            out.write(body);
            if (in.available() == 0) {
                pause();
                out.flush();
            }
        }
    }

    private static byte[] body(DataInputStream in) throws IOException {
        int length = in.readInt() - LENGTH_BYTES;
        if (length < 0 || length > MAX_LENGTH) {
            throw new IOException("not a message of PostgreSQL's: length " + length);
        }
        byte[] body = new byte[length];
        in.readFully(body);
        return body;
    }

    private boolean isLost() {
        int oneIn = lostOneIn;
        return oneIn > 0 && commits.incrementAndGet() % oneIn == 0;
    }

    private void pause() throws InterruptedIOException {
        try {
            Thread.sleep(delay.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("told to stop");
        }
    }
}
