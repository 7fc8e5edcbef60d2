package dev.payonce.spring;

import dev.payonce.Acknowledgement;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.PostingHandler;
import dev.payonce.Receipt;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** An application as merchants have it: it wraps every controller's result, and has filters that wrap or read. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class HostApplication {

    static ConfigurableApplicationContext start(Map<String, String> settings, Class<?>... more) {
        return new SpringApplicationBuilder(HostApplication.class)
                .sources(more)
                .properties(Map.copyOf(settings))
                .properties("spring.servlet.encoding.force=true", "spring.main.banner-mode=off")
                .run();
    }

    static Wire wire(ConfigurableApplicationContext context) {
        return new Wire(Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer())
                .getPort());
    }

    @Bean
    PostingHandler noteHandler(JdbcTemplate jdbc) {
        return payment -> {
            var unused = jdbc.update("INSERT INTO note (order_no) VALUES (?)", payment.orderNo());
            if (payment.orderNo().startsWith("FAILS")) {
                throw new IllegalStateException("handler fails");
            }
        };
    }

    @Bean
    Channel customChannel() {
        return new Channel() {
            @Override
            public String name() {
                return "own";
            }

            @Override
            public List<Decoded> decode(Delivery delivery) {
                return List.of(Decoded.ignored("nothing"));
            }

            @Override
            public Acknowledgement acknowledge(Receipt receipt) {
                return Acknowledgement.of(
                        receipt.status(),
                        "text/plain;charset=us-ascii",
                        receipt.outcome().name());
            }
        };
    }

    /** Reads the body before anybody else, if a header asks for it. */
    @Bean
    FilterRegistrationBean<OncePerRequestFilter> readingFilter() {
        return new FilterRegistrationBean<>(new OncePerRequestFilter() {
            @Override
            protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                    throws ServletException, IOException {
                String how = request.getHeader("X-Test-Read");
                if ("stream".equals(how)) {
                    var unused = request.getInputStream().readAllBytes();
                } else if ("reader".equals(how)) {
                    var unused = request.getReader().read();
                } else if ("parameter".equals(how)) {
                    var unused = request.getParameter("out_trade_no");
                }
                chain.doFilter(request, response);
            }
        });
    }

    /** Keeps what the application answers to log it, as many do. */
    @Bean
    FilterRegistrationBean<OncePerRequestFilter> wrappingFilter() {
        return new FilterRegistrationBean<>(new OncePerRequestFilter() {
            @Override
            protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                    throws ServletException, IOException {
                ContentCachingResponseWrapper wrapper = new ContentCachingResponseWrapper(response);
                chain.doFilter(request, wrapper);
                wrapper.copyBodyToResponse();
            }
        });
    }

    @RestController
    static class Greeting {
        @PostMapping("/hello")
        Object hello() {
            return Map.of("hello", "world");
        }
    }

    @RestControllerAdvice
    static class Envelope implements ResponseBodyAdvice<Object> {
        @Override
        public boolean supports(MethodParameter type, Class<? extends HttpMessageConverter<?>> converter) {
            return !type.getContainingClass().getName().startsWith("org.springframework.boot");
        }

        @Override
        public @Nullable Object beforeBodyWrite(
                @Nullable Object body,
                MethodParameter type,
                MediaType contentType,
                Class<? extends HttpMessageConverter<?>> converter,
                ServerHttpRequest request,
                ServerHttpResponse response) {
            return Map.of("code", 0, "data", String.valueOf(body));
        }
    }
}
