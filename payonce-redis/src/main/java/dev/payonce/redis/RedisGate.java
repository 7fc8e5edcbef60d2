package dev.payonce.redis;

import static io.lettuce.core.protocol.CommandType.EVAL;
import static io.lettuce.core.protocol.CommandType.GET;
import static io.lettuce.core.protocol.CommandType.PTTL;
import static io.lettuce.core.protocol.CommandType.SET;

import dev.payonce.Claim;
import dev.payonce.ClaimContext;
import dev.payonce.Gate;
import dev.payonce.GateKey;
import dev.payonce.GateSettings;
import dev.payonce.PaymentNotification;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gate on Redis 2.6.12 or later (design 2, steps 3, 4, 6, 7).
 *
 * <ol>
 *   <li>Claim: {@code SET key PROCESSING:token NX EX ttl}, {@code GET} and {@code PTTL} sent one behind the other: one
 *       round trip. Value and time to live are set by one command (case LCK-04). {@code OK}, or our own token read back,
 *       is a win.
 *   <li>Complete: {@code SET key SUCCESS:fingerprint EX ttl}, over whatever the key holds.
 *   <li>Release: a script that deletes the key if it holds our token (case LCK-03). Sent as text each time: it is short,
 *       and no Redis that was restarted or failed over has to be taught it again.
 * </ol>
 *
 * <p>A claim that ends in a time-out is ambiguous: it may hold the key or come to hold it. Its caller must release it like
 * one that it won. A failover of Redis can forget a claim and grant it twice; the database decides.
 *
 * <p>Stages complete exceptionally with {@link RedisGateException}, within 200 ms of the call, and at once while there is
 * no connection, as in the first moments of its life. Nothing here blocks but {@link #close}. Thread-safe.
 */
public final class RedisGate implements Gate, ClaimContext, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RedisGate.class);

    /** Below the 200 ms of design 2, step 7, by more than a step of the timer. */
    static final Duration COMMAND_TIMEOUT = Duration.ofMillis(180);

    private static final String RELEASE =
            "if redis.pcall('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end";

    private static final String NOTE =
            "redis.call('HSET', KEYS[1], 'status', ARGV[1], 'channel', ARGV[2], 'amount', ARGV[3], 'currency', ARGV[4]) "
                    + "return redis.call('EXPIRE', KEYS[1], ARGV[5])";

    private static final String NOTE_PREFIX = "pay:handle:";
    private static final Duration NOTE_TTL = Duration.ofMinutes(10);

    private final LettuceClient client;
    private final RedisLink link;
    private final String keyPrefix;
    private final GateSettings times;
    private final OncePerMinute foreignValue;
    private final OncePerMinute commandFailed;

    /**
     * On a single server, or on the master that Sentinels name ({@link RedisURI.Builder#sentinel}). Returns at once, also
     * when Redis is down.
     */
    public static RedisGate standalone(RedisURI uri, RedisGateSettings settings, Clock clock) {
        return new RedisGate(LettuceClient.standalone(uri, settings.ssl(), COMMAND_TIMEOUT), settings, clock);
    }

    /** On a Redis Cluster, of which some nodes are given. Returns at once, also when Redis is down. */
    public static RedisGate cluster(Collection<RedisURI> nodes, RedisGateSettings settings, Clock clock) {
        return new RedisGate(LettuceClient.cluster(nodes, settings.ssl(), COMMAND_TIMEOUT), settings, clock);
    }

    RedisGate(LettuceClient client, RedisGateSettings settings, Clock clock) {
        this.client = client;
        this.link = new RedisLink(client, clock);
        this.keyPrefix = settings.keyPrefix();
        this.times = settings.times();
        this.foreignValue = new OncePerMinute(clock);
        this.commandFailed = new OncePerMinute(clock);
    }

    /**
     * Completes when the first attempt to connect has ended, well or badly, within about two seconds. Nobody needs to wait
     * for it: it only spares the first notifications a way past the gate.
     */
    public CompletionStage<Void> started() {
        return link.firstAttempt();
    }

    @Override
    public CompletionStage<Claim> claim(GateKey key, String token) {
        String name = keyPrefix + key.text();
        return call(connection -> {
            var set = command(SET, new StatusOutput<>(StringCodec.UTF8), claimArguments(name, token));
            var get = command(
                    GET, new ValueOutput<>(StringCodec.UTF8), arguments().addKey(name));
            var pttl = command(
                    PTTL, new IntegerOutput<>(StringCodec.UTF8), arguments().addKey(name));
            client.send(connection, List.of(set, get, pttl));
            return set.thenCompose(reply -> reply != null
                    ? CompletableFuture.completedFuture(Claim.won())
                    : get.exceptionally(RedisGate::foreignIfWrongType)
                            .thenCombine(pttl, (text, left) -> read(name, token, text, left)));
        });
    }

    private CommandArgs<String, String> claimArguments(String name, String token) {
        CommandArgs<String, String> arguments =
                arguments().addKey(name).addValue(StoredValue.processing(token)).add(CommandKeyword.NX);
        return expiring(arguments, times.processingTtl());
    }

    /** A list or a hash under our key is a value of neither form, which the empty text stands for. */
    private static String foreignIfWrongType(Throwable failure) {
        if (Failures.isWrongType(failure)) {
            return "";
        }
        throw new CompletionException(failure);
    }

    private Claim read(String name, String token, @Nullable String text, long millisLeft) {
        Claim claim = StoredValue.read(token, text, millisLeft, times.processingTtl());
        if (claim.state() == Claim.State.FAULT && foreignValue.isDue()) {
            log.error("gate key holds what PayOnce never wrote key={} millisLeft={}", name, millisLeft);
        }
        return claim;
    }

    @Override
    public CompletionStage<Void> complete(GateKey key, String fingerprint) {
        String name = keyPrefix + key.text();
        CommandArgs<String, String> arguments = arguments().addKey(name).addValue(StoredValue.success(fingerprint));
        return callOne(command(SET, new StatusOutput<>(StringCodec.UTF8), expiring(arguments, times.successTtl())));
    }

    @Override
    public CompletionStage<Void> release(GateKey key, String token) {
        CommandArgs<String, String> arguments =
                script(RELEASE, keyPrefix + key.text()).addValue(StoredValue.processing(token));
        return callOne(command(EVAL, new IntegerOutput<>(StringCodec.UTF8), arguments));
    }

    /** Writes the hash {@code pay:handle:{transactionId}} and its 600 seconds to live in one atomic step. */
    @Override
    public void note(PaymentNotification notification, String status) {
        CommandArgs<String, String> arguments = script(
                        NOTE, NOTE_PREFIX + notification.key().transactionId())
                .addValue(status)
                .addValue(notification.channel())
                .addValue(Long.toString(notification.money().amount()))
                .addValue(notification.money().currency())
                .addValue(Long.toString(NOTE_TTL.toSeconds()));
        var unused = callOne(command(EVAL, new IntegerOutput<>(StringCodec.UTF8), arguments));
    }

    private CompletionStage<Void> callOne(AsyncCommand<String, String, ?> command) {
        return call(connection -> {
            client.send(connection, List.of(command));
            return command.thenAccept(reply -> {});
        });
    }

    private <T> CompletionStage<T> call(Function<StatefulConnection<String, String>, CompletionStage<T>> commands) {
        StatefulConnection<String, String> connection = link.connection();
        if (connection == null) {
            return CompletableFuture.failedFuture(new RedisGateException("not connected to Redis", null));
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            var unused = commands.apply(connection).whenComplete((value, failure) -> {
                if (failure == null) {
                    link.answered();
                    result.complete(value);
                } else {
                    result.completeExceptionally(failed(connection, Failures.unwrap(failure)));
                }
            });
        } catch (RuntimeException e) {
            result.completeExceptionally(failed(connection, e));
        }
        return result;
    }

    private RedisGateException failed(StatefulConnection<String, String> connection, Throwable failure) {
        link.failed(connection, failure);
        String text = Failures.describe(failure);
        if (commandFailed.isDue()) {
            log.warn("gate cannot use Redis error={}", text);
        }
        return new RedisGateException(text, failure);
    }

    private static CommandArgs<String, String> arguments() {
        return new CommandArgs<>(StringCodec.UTF8);
    }

    private static CommandArgs<String, String> script(String text, String key) {
        return arguments().add(text).add(1).addKey(key);
    }

    private static CommandArgs<String, String> expiring(CommandArgs<String, String> arguments, Duration ttl) {
        long millis = ttl.toMillis();
        return millis % 1000 == 0
                ? arguments.add("EX").add(millis / 1000)
                : arguments.add("PX").add(millis);
    }

    private static <T> AsyncCommand<String, String, T> command(
            CommandType type, CommandOutput<String, String, T> output, CommandArgs<String, String> arguments) {
        return new AsyncCommand<>(new Command<>(type, output, arguments));
    }

    /** Fails what is still under way and ends its own threads; takes up to a few seconds. */
    @Override
    public void close() {
        link.close();
    }
}
