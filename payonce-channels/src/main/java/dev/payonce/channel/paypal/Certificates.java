package dev.payonce.channel.paypal;

import dev.payonce.PlatformUnavailableException;
import dev.payonce.Refusal;
import dev.payonce.channel.BoundedHttp;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.VerificationKey;
import java.net.URI;
import java.net.http.HttpRequest;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PayPal's certificates by their addresses, verified once and kept in memory. Only a verified one is kept, so that nobody
 * else can fill the room. One download at a time and at most {@value #MAX_PER_MINUTE} a minute: the addresses are named by
 * senders of whom nothing is known yet. {@value #RESERVED} of them are kept for addresses that were asked for before: one
 * who invents addresses, each for the first time, cannot keep PayPal's own from being loaded. Thread-safe.
 */
final class Certificates {
    static final int MAX_PER_MINUTE = 20;
    /** Of these, for addresses that are asked for again. */
    static final int RESERVED = 10;

    private static final Logger log = LoggerFactory.getLogger(Certificates.class);
    private static final int MAX_KEPT = 16;
    private static final int MAX_WANTED = 4096;
    private static final int MAX_BYTES = 64 * 1024;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final BoundedHttp http;
    private final CertificateChain chain;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Instant> downloads = new ArrayDeque<>();
    /** Hashes of addresses that were asked for and not tried since; the latest, so that nobody can fill the room. */
    private final Set<Integer> wanted = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Boolean> eldest) {
            return size() > MAX_WANTED;
        }
    });

    private final Map<URI, VerificationKey> kept = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<URI, VerificationKey> eldest) {
            return size() > MAX_KEPT;
        }
    };

    Certificates(BoundedHttp http, CertificateChain chain) {
        this.http = http;
        this.chain = chain;
    }

    /**
     * The key of the certificate at an allowed address.
     *
     * @throws RefusedException as an unknown key, if what is there is no certificate of PayPal's that is valid then
     * @throws PlatformUnavailableException if it cannot be loaded now
     */
    VerificationKey at(URI address, Instant receivedAt) throws RefusedException {
        VerificationKey known = known(address, receivedAt);
        if (known != null) {
            return known;
        }
        acquire();
        try {
            VerificationKey meanwhile = known(address, receivedAt);
            return meanwhile == null ? load(address, receivedAt) : meanwhile;
        } finally {
            lock.unlock();
        }
    }

    private void acquire() {
        try {
            if (lock.tryLock(BoundedHttp.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new PlatformUnavailableException("another certificate is being loaded");
    }

    private @Nullable VerificationKey known(URI address, Instant receivedAt) {
        synchronized (kept) {
            VerificationKey key = kept.get(address);
            return key != null && key.isValidAt(receivedAt) ? key : null;
        }
    }

    private VerificationKey load(URI address, Instant receivedAt) throws RefusedException {
        requireBudget(address, receivedAt);
        BoundedHttp.Answer answer = http.send(HttpRequest.newBuilder(address).GET(), MAX_BYTES);
        if (answer.status() == 404) {
            throw new RefusedException(Refusal.UNKNOWN_KEY, "no certificate at the address");
        }
        if (answer.status() != 200) {
            throw new PlatformUnavailableException("certificate not served status=" + answer.status());
        }
        try {
            VerificationKey key = chain.verify(answer.body().bytes(), receivedAt);
            synchronized (kept) {
                kept.put(address, key);
            }
            log.info("certificate loaded host={} serial={} notAfter={}", address.getHost(), key.id(), key.notAfter());
            return key;
        } catch (CertificateException e) {
            log.debug("certificate refused", e);
            throw new RefusedException(Refusal.UNKNOWN_KEY, String.valueOf(e.getMessage()));
        }
    }

    private void requireBudget(URI address, Instant now) {
        while (!downloads.isEmpty()
                && Duration.between(downloads.getFirst(), now).abs().compareTo(MINUTE) >= 0) {
            downloads.removeFirst();
        }
        boolean again = !wanted.add(address.hashCode());
        if (downloads.size() >= (again ? MAX_PER_MINUTE : MAX_PER_MINUTE - RESERVED)) {
            throw new PlatformUnavailableException("too many certificates asked for in a minute");
        }
        downloads.addLast(now);
        wanted.remove(address.hashCode());
    }
}
