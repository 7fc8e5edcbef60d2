package dev.payonce.spring;

import dev.payonce.Acknowledgement;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Puts an answer on the wire exactly as it is. */
final class WireAnswer {
    private WireAnswer() {}

    /** The container's own response, past whatever filters have wrapped around it. */
    static HttpServletResponse unwrapped(HttpServletResponse response) {
        ServletResponse at = response;
        while (at instanceof ServletResponseWrapper wrapper) {
            at = wrapper.getResponse();
        }
        return at instanceof HttpServletResponse own ? own : response;
    }

    static void write(HttpServletResponse response, Acknowledgement answer) throws IOException {
        response.setStatus(answer.status());
        // A host's filter may have set an encoding, which the container would append to our Content-Type (case ACK-02).
        response.setCharacterEncoding((String) null);
        if (answer.contentType() != null) {
            response.setContentType(answer.contentType());
        }
        response.setContentLength(answer.body().size());
        response.getOutputStream().write(answer.body().bytes());
    }
}
