package dev.payonce.jdbc;

/** Of which payments the delivery's bytes are kept ({@code payonce.keep-bodies}); they hold personal data. */
public enum KeepBodies {
    HELD,
    ALL,
    NONE
}
