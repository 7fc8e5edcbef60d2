package dev.payonce.lab.nodes;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import javax.sql.DataSource;

/** What happens to a cluster in mid-storm, and how it ends. */
enum NodeFault {
    NODE_KILLED("a node killed (SIGKILL), started again", Duration.ofSeconds(2)) {
        @Override
        void strike(Cluster cluster, Witness witness) {
            cluster.nodes().get(0).kill();
        }

        @Override
        void heal(Cluster cluster, Witness witness) throws Exception {
            cluster.nodes().get(0).start();
        }
    },

    NODE_PAUSED("a node paused (SIGSTOP) for longer than a claim lives", Cluster.CLAIM_LIFE.plusSeconds(2)) {
        @Override
        void strike(Cluster cluster, Witness witness) throws Exception {
            cluster.nodes().get(1).pause();
        }

        @Override
        void heal(Cluster cluster, Witness witness) throws Exception {
            cluster.nodes().get(1).goOn();
        }
    },

    CLOCKS_APART("a node whose clock is 10 minutes ahead", Duration.ofSeconds(4)) {
        @Override
        void strike(Cluster cluster, Witness witness) throws Exception {
            cluster.nodes().get(2).terminate();
            cluster.nodes().get(2).startSkewed(Duration.ofMinutes(10));
        }

        @Override
        void heal(Cluster cluster, Witness witness) throws Exception {
            cluster.nodes().get(2).terminate();
            cluster.nodes().get(2).start();
        }
    },

    REDIS_PRIMARY_KILLED("Redis' primary killed, Sentinel fails over", Duration.ofSeconds(2)) {
        @Override
        void strike(Cluster cluster, Witness witness) {
            cluster.redis().killPrimary();
        }

        @Override
        void heal(Cluster cluster, Witness witness) throws Exception {
            cluster.redis().startKilledAgain();
        }
    },

    REDIS_PRIMARY_CUT_OFF("Redis' primary cut off from everybody, Sentinel fails over", Duration.ofSeconds(2)) {
        @Override
        void strike(Cluster cluster, Witness witness) {
            cluster.redis().cutPrimary();
        }

        @Override
        void heal(Cluster cluster, Witness witness) {
            cluster.redis().heal();
        }
    },

    REDIS_SLOW("the network to Redis 300 ms slower each way", Duration.ofSeconds(4)) {
        @Override
        void strike(Cluster cluster, Witness witness) {
            cluster.redis().slow(Duration.ofMillis(300));
        }

        @Override
        void heal(Cluster cluster, Witness witness) {
            cluster.redis().heal();
        }
    },

    REDIS_FLUSHED("Redis flushed, twice", Duration.ofSeconds(2)) {
        @Override
        void strike(Cluster cluster, Witness witness) {
            if (cluster.redis().size() == 0) {
                throw new IllegalStateException("there is nothing to be flushed");
            }
            cluster.redis().flush();
        }

        @Override
        void heal(Cluster cluster, Witness witness) {
            cluster.redis().flush();
        }
    },

    POSTGRES_KILLED("PostgreSQL's primary killed (SIGKILL), started again", Duration.ofSeconds(2)) {
        @Override
        void strike(Cluster cluster, Witness witness) throws Exception {
            cluster.postgres().killPrimary();
        }

        @Override
        void heal(Cluster cluster, Witness witness) throws Exception {
            cluster.postgres().startPrimaryAgain();
            cluster.postgres().awaitSynchronous();
        }
    },

    POSTGRES_FAILED_OVER("PostgreSQL's primary lost, the synchronous standby promoted", Duration.ofSeconds(3)) {
        /** It lags for a while, then the primary's machine is gone with all that it had not sent. */
        @Override
        void strike(Cluster cluster, Witness witness) throws Exception {
            cluster.postgres().slowReplication(Duration.ofMillis(200));
            await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
            cluster.postgres().cutReplication();
            cluster.postgres().killPrimary();
            failOver(cluster, witness);
        }

        @Override
        void heal(Cluster cluster, Witness witness) throws Exception {
            cluster.postgres().replaceStandby();
        }
    },

    POSTGRES_RESTARTED_ALONE(
            "PostgreSQL's standby cut off, the primary killed and started again, then the standby promoted",
            Duration.ofSeconds(10)) {
        /** The primary comes back with commits that wait for the standby, and shows them; the standby has never seen them. */
        @Override
        void strike(Cluster cluster, Witness witness) throws Exception {
            cluster.postgres().cutReplication();
            cluster.postgres().awaitWaitingPayments(3);
            cluster.postgres().killPrimary();
            cluster.postgres().startPrimaryAgain();
        }

        @Override
        void heal(Cluster cluster, Witness witness) throws Exception {
            cluster.postgres().killPrimary();
            failOver(cluster, witness);
            cluster.postgres().replaceStandby();
        }
    },

    DATABASE_CUT("the network to the database cut, what was on its way lost", Duration.ofSeconds(4)) {
        @Override
        void strike(Cluster cluster, Witness witness) {
            cluster.postgres().cutClients();
        }

        @Override
        void heal(Cluster cluster, Witness witness) {
            cluster.postgres().healClients();
        }
    },

    DATABASE_SLOW("the network to the database 400 ms slower each way", Duration.ofSeconds(6)) {
        @Override
        void strike(Cluster cluster, Witness witness) {
            cluster.postgres().slowClients(Duration.ofMillis(400));
        }

        @Override
        void heal(Cluster cluster, Witness witness) {
            cluster.postgres().healClients();
        }
    };

    private final String text;
    private final Duration length;

    NodeFault(String text, Duration length) {
        this.text = text;
        this.length = length;
    }

    /** Compares what was acknowledged so far with these books. */
    interface Witness {
        void look(DataSource books);
    }

    abstract void strike(Cluster cluster, Witness witness) throws Exception;

    abstract void heal(Cluster cluster, Witness witness) throws Exception;

    /** Before anybody can write there: what was acknowledged must have come over by itself. */
    private static void failOver(Cluster cluster, Witness witness) throws Exception {
        cluster.postgres().awaitReplayed();
        witness.look(cluster.postgres().standby());
        cluster.postgres().failOver();
    }

    String text() {
        return text;
    }

    /** From the strike's end to the healing's beginning. */
    Duration length() {
        return length;
    }

    /** Whether the gate has to have failed. */
    boolean breaksGate() {
        return this == REDIS_PRIMARY_KILLED || this == REDIS_PRIMARY_CUT_OFF || this == REDIS_SLOW;
    }

    /** Whether deliveries have to have found nobody. */
    boolean breaksNode() {
        return this == NODE_KILLED || this == NODE_PAUSED;
    }

    /** Whether deliveries have to have been told to come again. */
    boolean breaksDatabase() {
        return name().startsWith("POSTGRES") || name().startsWith("DATABASE");
    }
}
