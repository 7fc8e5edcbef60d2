package dev.payonce.server.api;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * Answers what Tomcat refuses before it knows which application it is for (a request line it cannot read, a forbidden
 * encoding) with a problem document in place of its page. Tomcat makes it by its name, so it is public. Stateless.
 */
public final class ProblemReportValve extends ErrorReportValve {
    private static final Logger log = LoggerFactory.getLogger(ProblemReportValve.class);

    @Override
    protected void report(Request request, Response response, @Nullable Throwable throwable) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        HttpStatus status = Problems.status(response.getStatus());
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.getOutputStream().write(Problems.json(status).getBytes(StandardCharsets.UTF_8));
            response.finishResponse();
        } catch (IOException e) {
            log.debug("the caller left before it was told of its error status={}", status.value(), e);
        }
    }
}
