package dev.payonce.server.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code lock}: who holds the data directory. The operating system lets go of it when the holder dies, however it
 * dies; the text in it, the holder's pid and start, is for people. Of two racing processes, or threads, one gets it.
 */
final class DirectoryLock implements AutoCloseable {
    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @throws EmbeddedServersException when another holds it, naming the holder
     */
    static DirectoryLock take(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean taken = false;
        try {
            FileLock lock = tryLock(channel);
            if (lock == null) {
                throw new EmbeddedServersException(
                        "The data directory " + file.getParent() + " is in use by another process: " + holder(file)
                                + ".",
                        "Stop that process, or give this one a directory of its own with --payonce.data-dir=….");
            }
            writeHolder(channel);
            taken = true;
            return new DirectoryLock(channel);
        } finally {
            if (!taken) {
                channel.close();
            }
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    private static String holder(Path file) throws IOException {
        String text = Files.readString(file, UTF_8).strip();
        return text.isEmpty() ? "one that is just starting" : text;
    }

    private static void writeHolder(FileChannel channel) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        String started = self.info().startInstant().map(Instant::toString).orElse("unknown");
        ByteBuffer text = ByteBuffer.wrap(("pid=" + self.pid() + " started=" + started + "\n").getBytes(UTF_8));
        channel.truncate(0);
        while (text.hasRemaining()) {
            channel.write(text);
        }
    }

    @Override
    public void close() throws IOException {
        channel.truncate(0);
        channel.close();
    }
}
