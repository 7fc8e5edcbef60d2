package dev.payonce.server.api;

import dev.payonce.BookException;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * The border of the API: every exception ends here as problem details, and a fault is logged once. Stateless.
 *
 * <p>A commit whose outcome is unknown is a 503 too: every call that writes may be sent again.
 */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    @ExceptionHandler({BookException.class, DataAccessException.class, TransactionException.class})
    ResponseEntity<ProblemDetail> databaseFault(RuntimeException fault, HttpServletRequest request) {
        log.error("the database did not answer an API call method={}", request.getMethod(), fault);
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, "1")
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(Problems.of(HttpStatus.SERVICE_UNAVAILABLE));
    }

    @ExceptionHandler(Exception.class)
    ResponseEntity<ProblemDetail> fault(Exception fault, HttpServletRequest request) {
        log.error("an API call failed method={}", request.getMethod(), fault);
        return ResponseEntity.status(HttpStatus.INTERNAL_SERVER_ERROR)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(Problems.of(HttpStatus.INTERNAL_SERVER_ERROR));
    }

    /** Ours say what they mean; what Spring MVC has to say of the others may speak of its insides. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception fault, @Nullable Object body, HttpHeaders headers, HttpStatusCode code, WebRequest request) {
        boolean ours = fault.getClass() == ErrorResponseException.class;
        HttpStatus status = Problems.status(code.value());
        if (status.is5xxServerError()) {
            log.error("an API call failed status={}", status.value(), fault);
        }
        ResponseEntity<Object> answer =
                super.handleExceptionInternal(fault, ours ? body : Problems.of(status), headers, status, request);
        if (answer == null) {
            return null;
        }
        return ResponseEntity.status(status)
                .headers(answer.getHeaders())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(answer.getBody());
    }
}
