package dev.payonce.server.api;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;
import org.springframework.http.server.PathContainer.PathSegment;
import org.springframework.http.server.RequestPath;

/**
 * Which addresses need no token: the platforms' callbacks, health, and the description of the API. Everything else does, so
 * that an address added later is closed until somebody opens it.
 *
 * <p>Tomcat and Spring MVC read a path differently: Tomcat decodes, normalises and then picks a servlet; Spring decodes each
 * segment of the raw path by itself. A path is open only if it is open in both readings, so no spelling that one of them
 * understands in its own way leads around the token.
 */
final class OpenPaths {
    private static final Set<String> OPEN = Set.of("/actuator/health", "/v3/api-docs", "/v3/api-docs.yaml");
    private static final List<String> OPEN_BELOW = List.of("/notify/", "/actuator/health/");

    private OpenPaths() {}

    static boolean contains(HttpServletRequest request) {
        String pathInfo = request.getPathInfo();
        String tomcat = request.getServletPath() + (pathInfo == null ? "" : pathInfo);
        return isOpen(tomcat) && isOpen(springReading(request));
    }

    private static String springReading(HttpServletRequest request) {
        StringBuilder path = new StringBuilder();
        RequestPath.parse(request.getRequestURI(), request.getContextPath())
                .pathWithinApplication()
                .elements()
                .forEach(element ->
                        path.append(element instanceof PathSegment segment ? segment.valueToMatch() : element.value()));
        return path.toString();
    }

    private static boolean isOpen(String path) {
        return OPEN.contains(path) || (OPEN_BELOW.stream().anyMatch(path::startsWith) && !path.contains("/."));
    }
}
