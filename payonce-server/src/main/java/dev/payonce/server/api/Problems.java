package dev.payonce.server.api;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * Makes problem details (RFC 9457). Their texts are ours and constant, but for the names of fields and for what the caller
 * may know anyway: nothing of an exception's message ever leaves.
 */
final class Problems {
    /** More than this nobody reads. */
    static final int MAX_ERRORS = 20;

    private Problems() {}

    /** What is wrong with a field, a parameter or ({@code body}) the whole. */
    record FieldError(String field, String detail) {}

    static ProblemDetail of(HttpStatus status) {
        return of(status, detail(status));
    }

    static ProblemDetail of(HttpStatus status, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setTitle(status.getReasonPhrase());
        return problem;
    }

    /** The request cannot be understood. */
    static ErrorResponseException malformed(List<FieldError> errors) {
        return with(HttpStatus.BAD_REQUEST, "The request is malformed.", errors);
    }

    static ErrorResponseException malformed(String field, String detail) {
        return malformed(List.of(new FieldError(field, detail)));
    }

    /** The request is understood and breaks a rule. */
    static ErrorResponseException ruleBroken(List<FieldError> errors) {
        return with(HttpStatus.UNPROCESSABLE_CONTENT, "The request breaks a rule.", errors);
    }

    static ErrorResponseException notFound(String detail) {
        return thrown(of(HttpStatus.NOT_FOUND, detail));
    }

    static ErrorResponseException thrown(ProblemDetail problem) {
        return new ErrorResponseException(HttpStatus.valueOf(problem.getStatus()), problem, null);
    }

    private static ErrorResponseException with(HttpStatus status, String detail, List<FieldError> errors) {
        ProblemDetail problem = of(status, detail);
        problem.setProperty("errors", errors.stream().limit(MAX_ERRORS).toList());
        return thrown(problem);
    }

    /** The same document without Jackson, for places where Spring does not reach. */
    static String json(HttpStatus status) {
        return "{\"title\":\"" + status.getReasonPhrase() + "\",\"status\":" + status.value() + ",\"detail\":\""
                + detail(status) + "\"}";
    }

    /** The status of an error that arose outside of our code; one that has no name becomes that of its class. */
    static HttpStatus status(int code) {
        HttpStatus status = HttpStatus.resolve(code);
        if (status != null && status.isError()) {
            return status;
        }
        return code >= 400 && code < 500 ? HttpStatus.BAD_REQUEST : HttpStatus.INTERNAL_SERVER_ERROR;
    }

    private static String detail(HttpStatus status) {
        // Statuses are Spring's enum and open-ended: whatever else comes is told by its class.
        return switch (status) {
            case UNAUTHORIZED -> "This call needs the header Authorization: Bearer with the API token.";
            case NOT_FOUND -> "There is nothing at this address.";
            case METHOD_NOT_ALLOWED -> "This address does not know this method.";
            case NOT_ACCEPTABLE -> "The answer is only available as application/json.";
            case CONTENT_TOO_LARGE -> "The body is larger than " + JsonBody.MAX_BYTES + " bytes.";
            case UNSUPPORTED_MEDIA_TYPE -> "The body must be application/json in UTF-8 without a content encoding.";
            case SERVICE_UNAVAILABLE -> "The database cannot answer now. The same request may be sent again.";
            default ->
                status.is4xxClientError()
                        ? "The request cannot be processed."
                        : "The server failed. The fault is in its log.";
        };
    }
}
