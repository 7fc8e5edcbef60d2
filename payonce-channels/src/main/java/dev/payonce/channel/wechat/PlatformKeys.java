package dev.payonce.channel.wechat;

import dev.payonce.channel.KeyReport;
import dev.payonce.channel.VerificationKey;
import dev.payonce.channel.VerificationKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of WeChat Pay that were configured, and those that are downloaded, if any are. Thread-safe. */
final class PlatformKeys {
    private final VerificationKeys configured;
    private final @Nullable CertificateDownload download;

    PlatformKeys(VerificationKeys configured, @Nullable CertificateDownload download) {
        this.configured = configured;
        this.download = download;
    }

    /** The key that a message names; null when there is none, which a download is told of (case KEY-09). */
    @Nullable
    VerificationKey byId(String serial) {
        VerificationKey key = configured.byId(serial);
        if (key != null || download == null) {
            return key;
        }
        VerificationKey downloaded = download.byId(serial);
        if (downloaded == null) {
            download.want();
        }
        return downloaded;
    }

    void refresh(Instant now) {
        if (download != null) {
            download.refresh(now, configured::byId);
        }
    }

    void succeed(PlatformKeys before) {
        if (download != null && before.download != null) {
            download.succeed(before.download);
        }
    }

    KeyReport report(Instant now) {
        if (download == null) {
            return KeyReport.of(configured.all(), now);
        }
        List<VerificationKey> all = new ArrayList<>(configured.all());
        all.addAll(download.all());
        return KeyReport.of(all, now).withProblem(download.problem());
    }
}
