package dev.payonce.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row: the path as sent, and what Tomcat's readings of it would be at their most careless. */
class OpenPathsTest {
    @ParameterizedTest
    @CsvSource({
        "/actuator/health,/actuator/health",
        "/actuator/health/liveness,/actuator/health/liveness",
        "/v3/api-docs,/v3/api-docs",
        "/v3/api-docs.yaml,/v3/api-docs.yaml",
        "/notify/wx,/notify/wx",
        "/notify/w%78,/notify/wx",
        "/notify/wx;a=b,/notify/wx"
    })
    void isOpenWhenBothReadersSaySo(String sent, String tomcat) {
        assertThat(OpenPaths.contains(request(sent, tomcat, null))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/orders/a%5C..%5C..%5C..%5C..%5Cactuator%5Chealth,/actuator/health",
        "/api/v1/orders/a%2F..%2F..%2F..%2F..%2Fnotify%2Fwx,/notify/wx",
        "/api/v1/orders/a/../../../../notify/wx,/notify/wx",
        "/api/v1/orders;/../../../notify/wx,/notify/wx",
        "//notify/wx,/notify/wx",
        "/NOTIFY/wx,/notify/wx"
    })
    void isClosedWhenOnlyTomcatTakesItForOpen(String sent, String tomcat) {
        assertThat(OpenPaths.contains(request(sent, tomcat, null))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "/notify/wx,/api/v1/orders/a",
        "/actuator/health,/actuator/prometheus",
        "/notify/../api/v1/orders/a,/api/v1/orders/a"
    })
    void isClosedWhenOnlySpringTakesItForOpen(String sent, String tomcat) {
        assertThat(OpenPaths.contains(request(sent, tomcat, null))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "/notify/../api,/notify/../api",
        "/notify/%2e%2e/api,/notify/../api",
        "/actuator/health/..;/prometheus,/actuator/health/../prometheus",
        "/notify,/notify",
        "/actuator/healthy,/actuator/healthy",
        "/notifyx/wx,/notifyx/wx"
    })
    void isClosedWhenItOnlyBeginsLikeAnOpenOne(String sent, String tomcat) {
        assertThat(OpenPaths.contains(request(sent, tomcat, null))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"/notify/wx,/notify,/wx,true", "/notify/wx,/api,/wx,false"})
    void readsThePartsOfAServletOfItsOwn(String sent, String servlet, String info, boolean open) {
        assertThat(OpenPaths.contains(request(sent, servlet, info))).isEqualTo(open);
    }

    private static HttpServletRequest request(String sent, String servletPath, @Nullable String pathInfo) {
        return (HttpServletRequest) Proxy.newProxyInstance(
                OpenPathsTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getRequestURI" -> sent;
                    case "getContextPath" -> "";
                    case "getServletPath" -> servletPath;
                    case "getPathInfo" -> pathInfo;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
