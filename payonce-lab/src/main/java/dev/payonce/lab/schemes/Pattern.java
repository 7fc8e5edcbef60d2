package dev.payonce.lab.schemes;

/** The five usual ways, by their names. */
public enum Pattern {
    /** Look at the order, then post. */
    CHECK_THEN_POST("CheckThenPost", ""),
    /** The key in Redis alone. */
    SET_NX_ONLY("SetNxOnly", ""),
    /** The key in Redis, then a look at the order and a conditional update. */
    SET_NX_THEN_CHECK("SetNxThenCheck", ""),
    /** A Redisson lock around the transaction. */
    DISTRIBUTED_LOCK("DistributedLock", ""),
    /** Conditional update and unique key. */
    DATABASE_ONLY("DatabaseOnly", DatabaseOnly.UNIQUE_KEY);

    private final String title;
    private final String furtherTables;

    Pattern(String title, String furtherTables) {
        this.title = title;
        this.furtherTables = furtherTables;
    }

    /** The name by which it is told and chosen. */
    public String title() {
        return title;
    }

    /** SQL that makes the tables it works on, empty. */
    public String tables() {
        return Shop.TABLES + furtherTables;
    }

    Scheme make(Means means) {
        return switch (this) {
            case CHECK_THEN_POST -> new CheckThenPost(means);
            case SET_NX_ONLY -> new SetNxOnly(means);
            case SET_NX_THEN_CHECK -> new SetNxThenCheck(means);
            case DISTRIBUTED_LOCK -> new DistributedLock(means);
            case DATABASE_ONLY -> new DatabaseOnly(means);
        };
    }
}
