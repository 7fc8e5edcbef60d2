package dev.payonce.server.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The servers' programs, unpacked from the class path into the data directory's {@code bin}, once per content. What is
 * there under its final name is whole: it is unpacked beside and renamed. The whole of {@code bin} may be deleted at rest.
 * Safe for two threads that want different servers.
 */
final class Binaries {
    private static final Set<PosixFilePermission> EXECUTABLE = PosixFilePermissions.fromString("rwx------");

    private final Path bin;
    private final Platform platform;
    private final ConcurrentHashMap<String, Path> unpacked = new ConcurrentHashMap<>();

    Binaries(DataDirectory directory, Platform platform) {
        this.bin = directory.resolve("bin");
        this.platform = platform;
    }

    /** The directory that holds PostgreSQL's {@code bin}, {@code lib} and {@code share}. */
    Path postgres() throws IOException {
        return unpackOnce("postgresql-", platform.postgresArchive(), (in, target) -> unpackTar(in, target));
    }

    /** Redis's one program. */
    Path redis() throws IOException {
        return unpackOnce("redis-server-", platform.redisBinary(), (in, target) -> {
            Files.copy(in, target);
            Files.setPosixFilePermissions(target, EXECUTABLE);
        });
    }

    /** Removes what another version left; not before its servers have ended. */
    void removeOthers() throws IOException {
        try (Stream<Path> there = Files.list(bin)) {
            for (Path path : there.filter(p -> !unpacked.containsValue(p)).toList()) {
                delete(path);
            }
        }
    }

    private Path unpackOnce(String prefix, String resource, Unpacking unpacking) throws IOException {
        Path known = unpacked.get(resource);
        if (known != null) {
            return known;
        }
        Files.createDirectories(bin);
        Path target = bin.resolve(prefix + digest(resource));
        if (!Files.exists(target)) {
            Path fresh = bin.resolve("new-" + target.getFileName());
            delete(fresh);
            try (InputStream in = open(resource)) {
                unpacking.unpack(in, fresh);
            }
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        }
        unpacked.put(resource, target);
        return target;
    }

    private static void unpackTar(InputStream compressed, Path target) throws IOException {
        Files.createDirectory(target);
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(compressed)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpackEntry(tar, entry, target);
            }
        }
    }

    private static void unpackEntry(InputStream tar, TarArchiveEntry entry, Path target) throws IOException {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("archive entry leaves its directory: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(tar, path);
        if ((entry.getMode() & 0100) != 0) {
            Files.setPosixFilePermissions(path, EXECUTABLE);
        }
    }

    private static String digest(String resource) throws IOException {
        try (DigestInputStream in = new DigestInputStream(open(resource), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(in.getMessageDigest().digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static InputStream open(String resource) throws IOException {
        InputStream in = Binaries.class.getResourceAsStream("/" + resource);
        if (in == null) {
            throw new IOException("missing on the class path: " + resource);
        }
        return in;
    }

    /** Removes the path and everything under it; nothing there is fine. */
    static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(path)) {
            for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private interface Unpacking {
        void unpack(InputStream in, Path target) throws IOException;
    }
}
