package dev.payonce.lab.schemes.trial;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What goes wrong, and when: at shares of the first deliveries, in percent, so that it strikes fast and slow receivers alike. */
enum Fault {
    /** Each payment is delivered once. */
    CALM("calm", List.of()),
    /** Each payment is delivered several times, half of them at once. */
    STORM("storm", List.of()),
    /** Redis forgets every key, again and again. */
    REDIS_FLUSHED(
            "storm, Redis flushed",
            IntStream.rangeClosed(2, 18)
                    .mapToObj(i -> new Strike(5 * i, stage -> stage.redises().flush()))
                    .toList()),
    /** The process stands still for twice the life of its claims while work is in the middle, then goes on. */
    CLAIM_EXPIRES(
            "claim expires in mid-work",
            List.of(new Strike(
                    35, stage -> stage.inTheMiddleOfWork(at -> at.stopReceiver(2 * Measures.SHORT_CLAIM.toMillis()))))),
    /** A replica that has missed the latest keys becomes the primary while work is in the middle. */
    REDIS_FAILS_OVER(
            "Redis fails over to a replica without the key",
            List.of(
                    new Strike(0, stage -> stage.redises().replicate()),
                    new Strike(5, stage -> stage.redises().cutReplication()),
                    new Strike(
                            30,
                            stage -> stage.inTheMiddleOfWork(at -> at.redises().failOver())))),
    /** {@code kill -9}, recovery. */
    DATABASE_KILLED("database killed", List.of(new Strike(35, stage -> {
        stage.postgres().kill();
        stage.postgres().startAgain();
    }))),
    /** {@code kill -9}, start. */
    PROCESS_KILLED("process killed", List.of(new Strike(35, Stage::killReceiver))),
    /** The commit is done, its answer is lost, and the connection with it: one of three. */
    COMMIT_REPLY_LOST(
            "commit reply lost",
            List.of(
                    new Strike(20, stage -> stage.postgres().answers().loseOneCommitIn(3)),
                    new Strike(80, stage -> stage.postgres().answers().loseOneCommitIn(0))));

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable, and its steps hold nothing
    private final List<Strike> strikes;

    Fault(String title, List<Strike> strikes) {
        this.title = title;
        this.strikes = strikes;
    }

    /** One step of a fault. */
    interface Step {
        void run(Stage stage) throws Exception;
    }

    /**
     * A step and its time.
     *
     * @param percent of the first deliveries are answered or have failed; 0: before the storm
     */
    record Strike(int percent, Step step) {}

    /** As the table names it. */
    String title() {
        return title;
    }

    /** As the command line names it. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    List<Strike> strikes() {
        return strikes;
    }

    /** How long a claim lives: everywhere the same for all contenders. */
    Duration claim() {
        return this == CLAIM_EXPIRES ? Measures.SHORT_CLAIM : Measures.CLAIM;
    }
}
