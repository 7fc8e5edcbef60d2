package dev.payonce.server.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * Lets a request through that carries the token or goes to {@linkplain OpenPaths an open address}, before anything of it is
 * read. It keeps no state between requests.
 */
final class BearerTokenFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    private final transient ApiToken token;

    BearerTokenFilter(ApiToken token) {
        this.token = token;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (OpenPaths.contains(request)) {
            chain.doFilter(request, response);
            return;
        }
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        if (carriesToken(request)) {
            chain.doFilter(request, response);
        } else {
            refuse(response);
        }
    }

    /** Two headers are one too many: which of them counts would be a guess. */
    private boolean carriesToken(HttpServletRequest request) {
        List<String> values = Collections.list(request.getHeaders(HttpHeaders.AUTHORIZATION));
        return values.size() == 1 && token.isIn(values.get(0));
    }

    private static void refuse(HttpServletResponse response) throws IOException {
        response.setStatus(HttpStatus.UNAUTHORIZED.value());
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(Problems.json(HttpStatus.UNAUTHORIZED).getBytes(StandardCharsets.UTF_8));
    }
}
