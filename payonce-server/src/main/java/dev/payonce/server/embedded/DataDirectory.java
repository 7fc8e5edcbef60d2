package dev.payonce.server.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The directory that holds everything the embedded servers keep. Whoever has one of these holds its lock. A file that
 * carries a secret is 0600 from its first byte, and appears whole or not at all, also through a crash.
 */
final class DataDirectory implements AutoCloseable {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Pattern NOT_WITHIN_QUOTES = Pattern.compile("[\"$`\\\\\\n\\r]");
    private static final int PASSWORD_BYTES = 32;

    private final Path path;
    private final DirectoryLock lock;
    private final SecureRandom random = new SecureRandom();

    private DataDirectory(Path path, DirectoryLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Makes the directory where it is missing, and takes its lock.
     *
     * @throws EmbeddedServersException when another process holds it, or this user may not use it
     */
    static DataDirectory open(Path where) {
        try {
            if (!Files.isDirectory(where)) {
                Files.createDirectories(where.toAbsolutePath(), OWNER_ONLY_DIRECTORY);
            }
            Path path = where.toRealPath();
            requirePlain(path);
            return new DataDirectory(path, DirectoryLock.take(path.resolve("lock")));
        } catch (IOException e) {
            throw new EmbeddedServersException(
                    "The data directory " + where.toAbsolutePath() + " cannot be used by the user "
                            + System.getProperty("user.name") + ": " + e + ".",
                    "Run as the user who owns it, or name another directory with --payonce.data-dir=….",
                    e);
        }
    }

    /** PostgreSQL's pg_ctl hands paths to a shell, within double quotes. */
    private static void requirePlain(Path path) {
        if (NOT_WITHIN_QUOTES.matcher(path.toString()).find()) {
            throw new EmbeddedServersException(
                    "The data directory's path has a character that PostgreSQL's tools cannot take (\" $ ` \\ or a line"
                            + " break): " + path + ".",
                    "Name another directory with --payonce.data-dir=….");
        }
    }

    Path path() {
        return path;
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    /** The password kept in the file, made at random when the file is missing. */
    String password(String file) throws IOException {
        Path kept = path.resolve(file);
        if (!Files.exists(kept)) {
            byte[] bytes = new byte[PASSWORD_BYTES];
            random.nextBytes(bytes);
            writeSecret(file, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        }
        Files.setPosixFilePermissions(kept, OWNER_ONLY);
        return Files.readString(kept, UTF_8);
    }

    /** Writes the file anew, readable by its owner only. */
    void writeSecret(String file, String text) throws IOException {
        Path fresh = path.resolve(file + ".new");
        Files.deleteIfExists(fresh);
        FileAttribute<Set<PosixFilePermission>> ownerOnly = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(fresh, options, ownerOnly)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(fresh, path.resolve(file), StandardCopyOption.ATOMIC_MOVE);
        sync();
    }

    /** Makes renames in the directory itself survive a power cut. */
    void sync() throws IOException {
        try (FileChannel directory = FileChannel.open(path, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
