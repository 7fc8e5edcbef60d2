package dev.payonce.lab.planted.unmarked;

/** In a package without a package-info. */
public final class Unmarked {

    private Unmarked() {}
}
