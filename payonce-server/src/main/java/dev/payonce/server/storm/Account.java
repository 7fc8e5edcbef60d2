package dev.payonce.server.storm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * One merchant account as it lies in a folder: what is short in {@code account.properties}, each key and certificate in a
 * file of its own.
 *
 * @param values by property
 * @param files texts by file name
 */
record Account(Map<String, String> values, Map<String, String> files) {
    static final String PROPERTIES = "account.properties";

    private static final int MAX_FILE = 64 * 1024;

    Account {
        values = Map.copyOf(values);
        files = Map.copyOf(files);
    }

    /** @throws IllegalArgumentException naming the property that is missing */
    String value(String property) {
        String value = values.get(property);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(PROPERTIES + " lacks " + property);
        }
        return value.strip();
    }

    /** @throws IllegalArgumentException naming the file that is missing */
    String file(String name) {
        String text = files.get(name);
        if (text == null) {
            throw new IllegalArgumentException("the folder of keys lacks " + name);
        }
        return text;
    }

    static boolean isIn(Path folder) {
        return Files.isRegularFile(folder.resolve(PROPERTIES));
    }

    static Account read(Path folder) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(folder.resolve(PROPERTIES))) {
            properties.load(in);
        }
        Map<String, String> values = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
        Map<String, String> files = new LinkedHashMap<>();
        try (var pems = Files.newDirectoryStream(folder, "*.pem")) {
            for (Path pem : pems) {
                if (Files.size(pem) <= MAX_FILE) {
                    files.put(String.valueOf(pem.getFileName()), Files.readString(pem));
                }
            }
        }
        return new Account(values, files);
    }

    /** Writes it where nothing of it is yet, readable by its owner only. */
    void write(Path folder, String snippet) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, String> file : files.entrySet()) {
            writeSecret(folder.resolve(file.getKey()), file.getValue().getBytes(StandardCharsets.UTF_8));
        }
        writeSecret(folder.resolve(AccountType.SNIPPET), snippet.getBytes(StandardCharsets.UTF_8));
        Properties properties = new Properties();
        properties.putAll(values);
        Path path = folder.resolve(PROPERTIES);
        create(path);
        // Last: a folder that has it is whole.
        try (OutputStream out = Files.newOutputStream(path)) {
            properties.store(out, "A merchant account that ./payonce storm plays. Secret.");
        }
    }

    private static void writeSecret(Path path, byte[] content) throws IOException {
        create(path);
        var unused = Files.write(path, content);
    }

    private static void create(Path path) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(path);
        }
    }
}
