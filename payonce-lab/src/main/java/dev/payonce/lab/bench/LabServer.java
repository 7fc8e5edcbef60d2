package dev.payonce.lab.bench;

import dev.payonce.server.ServerApplication;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;

/** The server as it is, with one servlet beside it that shows what its HTTP server can do. */
public final class LabServer {
    /** Beside the channels, so that the same filters are passed: an exact path comes before theirs. */
    static final String CONSTANT_PATH = "/notify/bench-constant";

    private LabServer() {}

    /** Runs until the process is told to stop. */
    public static void main(String[] args) {
        SpringApplication application = ServerApplication.create();
        application.addInitializers((ApplicationContextInitializer<GenericApplicationContext>) context ->
                context.registerBean("constantAnswer", ServletRegistrationBean.class, LabServer::constantAnswer));
        var unused = application.run(args);
    }

    private static ServletRegistrationBean<ConstantAnswer> constantAnswer() {
        return new ServletRegistrationBean<>(new ConstantAnswer(), CONSTANT_PATH);
    }
}
