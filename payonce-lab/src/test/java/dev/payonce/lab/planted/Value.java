package dev.payonce.lab.planted;

/** Harmless. */
public final class Value {

    public static final String NAME = "value".trim();

    private Value() {}
}
