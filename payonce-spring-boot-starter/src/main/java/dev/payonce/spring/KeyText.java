package dev.payonce.spring;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/** Reads a key that is written as itself or as a {@code file:} or {@code classpath:} location. */
final class KeyText {
    private static final int MAX_BYTES = 64 * 1024;

    private final ResourceLoader resources;

    KeyText(ResourceLoader resources) {
        this.resources = resources;
    }

    /** Whether it is the location of a file, which may change; what is on the class path does not. */
    static boolean isFile(String written) {
        return written.startsWith("file:");
    }

    /** @throws InvalidSettingException naming the property and, since a location is no secret, the location */
    String read(String property, String written) {
        if (!isFile(written) && !written.startsWith("classpath:")) {
            return written;
        }
        Resource resource = resources.getResource(written);
        // A directory could be read: as the list of its files.
        try (InputStream in =
                resource.isFile() ? Files.newInputStream(resource.getFile().toPath()) : resource.getInputStream()) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new InvalidSettingException(property + " names a file that is too large for a key: " + written);
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new InvalidSettingException(property + " names a location that cannot be read: " + written);
        }
    }
}
