package dev.payonce.lab.schemes;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * What a scheme may use, each made when it is asked for: the books, with a pool as large and as impatient as PayOnce's
 * server has; claims in Redis; Redisson as it comes. They live as long as the process.
 */
final class Means {
    private static final int POOL = 16;
    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration REDIS = Duration.ofSeconds(1);

    private final Arguments arguments;

    Means(Arguments arguments) {
        this.arguments = arguments;
    }

    Shop shop() {
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl(arguments.text("datasource.url"));
        pool.setUsername(arguments.text("datasource.username"));
        pool.setPassword(arguments.text("datasource.password"));
        pool.setMaximumPoolSize(POOL);
        pool.setMinimumIdle(POOL);
        pool.setConnectionTimeout(CONNECT.toMillis());
        pool.setInitializationFailTimeout(START.toMillis());
        pool.setValidationTimeout(CONNECT.toMillis() / 2);
        return new Shop(new HikariDataSource(pool));
    }

    Claims claims() {
        StatefulRedisConnection<String, String> connection =
                RedisClient.create(arguments.text("redis.url")).connect();
        // Not before: a cold process may take longer to connect.
        connection.setTimeout(REDIS);
        return new Claims(connection.sync(), claimTtl());
    }

    RedissonClient redisson() {
        Config config = new Config();
        config.setLockWatchdogTimeout(claimTtl().toMillis());
        config.useSingleServer().setAddress(arguments.text("redis.url").replace("/0", ""));
        return Redisson.create(config);
    }

    private Duration claimTtl() {
        return Duration.ofMillis(Long.parseLong(arguments.text("claim-ttl-millis")));
    }
}
