package dev.payonce.lab.planted;

/** Money in floating point: as field, parameter and return value. */
public final class CountsInDoubles {

    private final double[] amounts;

    CountsInDoubles(Float first) {
        amounts = new double[] {first};
    }

    double first() {
        return amounts[0];
    }
}
