package dev.payonce.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class AuthenticationIT {
    private static final String SECRET = "secret-order";

    private final ApiServer server = ApiServer.shared();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/transactions",
                "/api/v1/orders/none",
                "/api/v1/accounts/issued",
                "/api",
                "/api/nothing",
                "/actuator",
                "/actuator/prometheus",
                "/nothing",
                "/"
            })
    void letsNobodyInWithoutTheToken(String path) throws Exception {
        String answer = RawHttp.send(server.port(), RawHttp.request("GET", path));
        assertThat(RawHttp.status(answer)).isEqualTo(401);
        assertThat(answer).contains("WWW-Authenticate: Bearer\r\n", "Content-Type: application/problem+json");
        assertThat(answer).contains("\"status\":401");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Bearer wrong",
                "Authorization: Bearer ",
                "Authorization: Bearer",
                "Authorization: " + ApiServer.TOKEN,
                "Authorization: Basic " + ApiServer.TOKEN,
                "Authorization: Bearer " + ApiServer.TOKEN + "x",
                "Authorization: Bearer a-token-for-test",
                "Authorization: Bearer A-TOKEN-FOR-TESTS",
                "Authorization: Bearer wrong\r\nAuthorization: Bearer " + ApiServer.TOKEN,
                "Cookie: token=" + ApiServer.TOKEN
            })
    void refusesEverythingButTheToken(String header) throws Exception {
        String answer = RawHttp.send(server.port(), RawHttp.request("GET", "/api/v1/transactions", header));
        assertThat(RawHttp.status(answer)).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer ", "bearer ", "BEARER "})
    void acceptsTheTokenWhateverTheSchemesCase(String scheme) throws Exception {
        String answer = RawHttp.send(
                server.port(),
                RawHttp.request("GET", "/api/v1/transactions", "Authorization: " + scheme + ApiServer.TOKEN));
        assertThat(RawHttp.status(answer)).isEqualTo(200);
        assertThat(answer).contains("Cache-Control: no-store");
    }

    /** Each was written to look open to one reader of the path and like the order to another. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/../api/v1/orders/" + SECRET,
                "//api/v1/orders/" + SECRET,
                "/api//v1/orders/" + SECRET,
                "/API/v1/orders/" + SECRET,
                "/api;x=y/v1/orders/" + SECRET,
                "/;/api/v1/orders/" + SECRET,
                "/%61pi/v1/orders/" + SECRET,
                "/./api/v1/orders/" + SECRET,
                "/%2e/api/v1/orders/" + SECRET,
                "/notify/../api/v1/orders/" + SECRET,
                "/notify/%2e%2e/api/v1/orders/" + SECRET,
                "/notify/..;/api/v1/orders/" + SECRET,
                "/notify/..%5Capi/v1/orders/" + SECRET,
                "/notify/..%2Fapi/v1/orders/" + SECRET,
                "/notify%2F..%2Fapi/v1/orders/" + SECRET,
                "/actuator/health/../../api/v1/orders/" + SECRET,
                "/actuator/health;/../../api/v1/orders/" + SECRET,
                "/actuator/health/..;/..;/api/v1/orders/" + SECRET,
                "/v3/api-docs/../../api/v1/orders/" + SECRET,
                "/api/v1/orders/" + SECRET + "/../../../../actuator/health",
                "/api/v1/orders/" + SECRET + "%5C..%5C..%5C..%5C..%5Cactuator%5Chealth",
                "/api/v1/orders/" + SECRET + ";/../../../../actuator/health",
                "/api/v1/orders/" + SECRET + "?/actuator/health",
                "http://localhost/api/v1/orders/" + SECRET,
                "/actuator/health/../prometheus",
                "/actuator/health/..;/prometheus",
                "/actuator/prometheus;/health",
                "/error/../api/v1/orders/" + SECRET
            })
    void noSpellingOfAPathLeadsAroundTheToken(String target) throws Exception {
        assertThat(server.post("/api/v1/orders", ApiServer.order(SECRET)).status())
                .isIn(200, 201);
        String answer = RawHttp.send(server.port(), RawHttp.request("GET", target));
        assertThat(answer).doesNotContain("user:42", "# HELP", "# TYPE");
        // 200 where a normalised target is the open health page itself, which is no way around anything
        assertThat(RawHttp.status(answer)).isIn(400, 401, 404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/health/liveness", "/v3/api-docs"})
    void leavesSomeAddressesOpen(String path) throws Exception {
        assertThat(RawHttp.status(RawHttp.send(server.port(), RawHttp.request("GET", path))))
                .isEqualTo(200);
    }

    @Test
    void leavesCallbacksToTheirOwnSignatures() throws Exception {
        String answer = RawHttp.send(server.port(), RawHttp.request("POST", "/notify/nobody"));
        assertThat(RawHttp.status(answer)).isEqualTo(404);
    }

    @Test
    void givesMetricsToWhomHasTheToken() throws Exception {
        assertThat(server.get("/actuator/prometheus").status()).isEqualTo(200);
    }

    /** Tomcat tells of such a header at INFO, with its text and a stack trace, the first time in a day only. */
    @ParameterizedTest
    @ValueSource(strings = {"\u0001", "\u0000"})
    void noLogShowsATokenThatIsNoHeader(String control) throws Exception {
        Logger apache = (Logger) LoggerFactory.getLogger("org.apache");
        Level quiet = apache.getLevel();
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        apache.addAppender(logged);
        apache.setLevel(Level.INFO);
        try {
            String header = "Authorization: Bearer " + ApiServer.TOKEN + control;
            String answer = RawHttp.send(server.port(), RawHttp.request("GET", "/api/v1/transactions", header));
            assertThat(RawHttp.status(answer)).isEqualTo(400);
            for (String talkative : List.of("Http11Processor", "Http11InputBuffer")) {
                assertThat(LoggerFactory.getLogger("org.apache.coyote.http11." + talkative)
                                .isInfoEnabled())
                        .isFalse();
            }
        } finally {
            apache.setLevel(quiet);
            apache.detachAppender(logged);
        }
        assertThat(logged.list).isEmpty();
    }
}
