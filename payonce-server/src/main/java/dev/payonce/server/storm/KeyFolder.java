package dev.payonce.server.storm;

import dev.payonce.simulator.Platform;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.stream.Collectors;

/**
 * The merchant account that a storm plays, kept in a folder: read if it is there, else generated and written in the form
 * that the receiver needs: PEM files, secrets, and PayOnce's settings.
 *
 * @param generated whether the keys are new, so that no receiver knows them yet
 */
record KeyFolder(Path folder, AccountType type, Account account, boolean generated) {

    static KeyFolder open(Path folder, AccountType type, URI target, Clock clock) throws IOException {
        if (Account.isIn(folder)) {
            Account account = Account.read(folder);
            if (!account.value("type").equals(type.type())) {
                throw new IllegalArgumentException(folder + " is of type " + account.value("type"));
            }
            return new KeyFolder(folder, type, account, false);
        }
        Account bare = type.generate(clock.instant(), target);
        var values = new java.util.TreeMap<>(bare.values());
        values.put("type", type.type());
        KeyFolder made = new KeyFolder(folder, type, new Account(values, bare.files()), true);
        made.account.write(folder, made.snippet());
        return made;
    }

    Platform platform() {
        return type.platform(account);
    }

    /** A channel {@code storm} of PayOnce that knows these keys, by the files' absolute places. */
    String snippet() {
        String settings = type.settings(account).stream()
                .map(line -> "      "
                        + line.replace(
                                "file:", "file:" + folder.toAbsolutePath().normalize() + "/"))
                .collect(Collectors.joining("\n"));
        return "payonce:\n  channels:\n    storm:\n      type: " + type.type() + "\n" + settings + "\n";
    }
}
