package dev.payonce.spring;

import dev.payonce.OrderBook;
import dev.payonce.PaymentBook;
import dev.payonce.PostingHandler;
import dev.payonce.jdbc.AlertOutbox;
import dev.payonce.jdbc.BookGauges;
import dev.payonce.jdbc.JdbcOrderBook;
import dev.payonce.jdbc.JdbcPaymentBook;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;

/** The books on the application's own database and transactions, unless it has its own {@link PaymentBook}. */
@AutoConfiguration(
        after = {
            DataSourceAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class,
            PayOnceSupportAutoConfiguration.class
        },
        afterName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
@ConditionalOnMissingBean(PaymentBook.class)
@EnableConfigurationProperties(PayOnceProperties.class)
public final class PayOnceBookAutoConfiguration {

    /**
     * The database, its tables up to date. The application's own migrations come first: they may insist on an empty schema,
     * ours do not.
     */
    @Bean
    @DependsOnDatabaseInitialization
    JdbcPaymentBook.Store payOnceStore(
            DataSource dataSource, PlatformTransactionManager transactions, PayOnceProperties properties) {
        if (properties.migrate()) {
            Migrations.run(dataSource);
        }
        return new JdbcPaymentBook.Store(dataSource, transactions);
    }

    @Bean
    JdbcPaymentBook payOncePaymentBook(
            JdbcPaymentBook.Store store,
            PayOnceProperties properties,
            ObjectProvider<PostingHandler> handlers,
            MeterRegistry registry,
            Clock clock) {
        return new JdbcPaymentBook(
                store, properties.bookSettings(), handlers.orderedStream().toList(), registry, clock);
    }

    @Bean
    @ConditionalOnMissingBean
    OrderBook payOnceOrderBook(
            JdbcPaymentBook.Store store, PaymentBook payments, EarlyPayments earlyPayments, Clock clock) {
        return new JdbcOrderBook(store, payments, earlyPayments.executor(), clock);
    }

    @Bean
    EarlyPayments payOnceEarlyPayments() {
        return new EarlyPayments();
    }

    @Bean
    AlertOutbox payOnceAlertOutbox(JdbcPaymentBook.Store store, Clock clock) {
        return new AlertOutbox(store, clock);
    }

    @Bean
    BookGauges payOnceBookGauges(JdbcPaymentBook.Store store, MeterRegistry registry, Clock clock) {
        return new BookGauges(store, registry, clock);
    }
}
