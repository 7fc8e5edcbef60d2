package dev.payonce.lab.bench;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads the request to its end and says yes to everything: the most that the HTTP server can do. */
final class ConstantAnswer extends HttpServlet {
    private static final byte[] YES = "{\"code\":\"SUCCESS\",\"message\":\"成功\"}".getBytes(StandardCharsets.UTF_8);

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] body = request.getInputStream().readAllBytes();
        response.setStatus(body.length == 0 ? HttpServletResponse.SC_BAD_REQUEST : HttpServletResponse.SC_OK);
        response.setContentType("application/json");
        response.setContentLength(YES.length);
        response.getOutputStream().write(YES);
    }
}
