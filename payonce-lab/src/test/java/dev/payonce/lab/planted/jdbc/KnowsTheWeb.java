package dev.payonce.lab.planted.jdbc;

import jakarta.servlet.http.HttpServletResponse;

/** A store that answers requests. */
public final class KnowsTheWeb {

    private KnowsTheWeb() {}

    static int status(HttpServletResponse response) {
        return response.getStatus();
    }
}
