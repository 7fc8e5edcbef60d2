package dev.payonce.spring;

import dev.payonce.CallbackReceiver;
import jakarta.servlet.Servlet;
import java.time.Clock;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;

/** {@code POST /notify/{channel}} in an application with a servlet container. */
@AutoConfiguration(after = PayOnceAutoConfiguration.class)
@ConditionalOnClass(Servlet.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public final class PayOnceServletAutoConfiguration {

    @Bean
    ServletRegistrationBean<Servlet> payOnceNotifyServlet(
            CallbackReceiver receiver, PayOnceProperties properties, Clock clock) {
        ServletRegistrationBean<Servlet> registration = new ServletRegistrationBean<>(
                new NotifyServlet(receiver, properties.deadline(), clock), NotifyServlet.PATH + "/*");
        registration.setName("payOnceNotify");
        registration.setAsyncSupported(true);
        registration.setLoadOnStartup(1);
        return registration;
    }
}
