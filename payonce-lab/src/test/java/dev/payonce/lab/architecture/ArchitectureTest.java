package dev.payonce.lab.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import dev.payonce.lab.planted.CountsInDoubles;
import dev.payonce.lab.planted.KnowsAFramework;
import dev.payonce.lab.planted.KnowsItsStore;
import dev.payonce.lab.planted.KnowsTheLab;
import dev.payonce.lab.planted.ReadsTheClock;
import dev.payonce.lab.planted.channel.first.ComparesBytes;
import dev.payonce.lab.planted.channel.first.ComparesText;
import dev.payonce.lab.planted.channel.first.KnowsAStore;
import dev.payonce.lab.planted.channel.first.KnowsItsNeighbour;
import dev.payonce.lab.planted.jdbc.KnowsTheWeb;
import dev.payonce.lab.planted.redis.KnowsJson;
import dev.payonce.lab.planted.simulator.KnowsTheCore;
import dev.payonce.lab.planted.spring.IssuesCommands;
import dev.payonce.lab.planted.spring.KnowsTheSimulator;
import dev.payonce.lab.planted.unmarked.Unmarked;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every rule of the architecture holds in the product, and bites: in an imitation of the product, planted below this
 * package, it finds exactly the classes that break it.
 */
class ArchitectureTest {
    private static final String PRODUCT = "dev.payonce";
    private static final String PLANTED = "dev.payonce.lab.planted";

    private static final JavaClasses PRODUCT_CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(PRODUCT);
    private static final JavaClasses PLANTED_CLASSES = new ClassFileImporter().importPackages(PLANTED);

    /** A rule and the planted classes that break it. */
    record Case(String name, Function<ArchitectureRules, ArchRule> rule, List<Class<?>> violators) {
        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void productKeepsTheRule(Case planted) {
        EvaluationResult result =
                planted.rule.apply(new ArchitectureRules(PRODUCT)).evaluate(PRODUCT_CLASSES);

        assertThat(result.getFailureReport().getDetails()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void plantedViolatorIsFound(Case planted) {
        EvaluationResult result =
                planted.rule.apply(new ArchitectureRules(PLANTED)).evaluate(PLANTED_CLASSES);

        List<String> details = result.getFailureReport().getDetails();
        assertThat(details)
                .isNotEmpty()
                .allSatisfy(detail -> assertThat(planted.violators)
                        .as(detail)
                        .anyMatch(violator -> detail.contains(violator.getName())));
        assertThat(planted.violators)
                .allSatisfy(violator -> assertThat(details).anyMatch(detail -> detail.contains(violator.getName())));
    }

    static Stream<Case> cases() {
        return Stream.of(
                broken("1 core", ArchitectureRules::coreKnowsNoFramework)
                        .by(KnowsAFramework.class, KnowsItsStore.class, KnowsTheLab.class),
                broken("11 channels", ArchitectureRules::channelsKnowCoreAndAParser)
                        .by(KnowsAStore.class),
                broken("11 jdbc", ArchitectureRules::jdbcKnowsCoreAndSpringJdbc)
                        .by(dev.payonce.lab.planted.jdbc.IssuesCommands.class, KnowsTheWeb.class),
                broken("11 redis", ArchitectureRules::redisKnowsCoreAndLettuce)
                        .by(KnowsJson.class, dev.payonce.lab.planted.redis.KnowsSql.class),
                broken("11 starter", ArchitectureRules::starterKnowsNeitherServerNorSimulator)
                        .by(KnowsTheSimulator.class),
                broken("11 lab", ArchitectureRules::productKnowsNoLab).by(KnowsTheLab.class),
                broken("2 SQL", ArchitectureRules::sqlOnlyInJdbc)
                        .by(
                                dev.payonce.lab.planted.redis.KnowsSql.class,
                                dev.payonce.lab.planted.server.KnowsSql.class),
                broken("2 data source", ArchitectureRules::dataSourceOnlyInJdbcAndItsWiring)
                        .by(dev.payonce.lab.planted.redis.KnowsSql.class),
                broken("3 Lettuce", ArchitectureRules::lettuceOnlyInRedis)
                        .by(IssuesCommands.class, dev.payonce.lab.planted.jdbc.IssuesCommands.class),
                broken("3 addresses of Redis", ArchitectureRules::addressesOfRedisOnlyInRedisAndItsWiring)
                        .by(dev.payonce.lab.planted.jdbc.IssuesCommands.class),
                broken("3 web", ArchitectureRules::webOnlyInStarterAndServer).by(KnowsTheWeb.class),
                broken("3 Jackson", ArchitectureRules::jacksonOnlyWhereJsonIs).by(KnowsJson.class),
                broken("4 channels", ArchitectureRules::channelsDoNotKnowEachOther)
                        .by(KnowsItsNeighbour.class),
                broken("5 cycles", ArchitectureRules::noPackageCycles).by(KnowsItsStore.class),
                broken("6 @NullMarked", ArchitectureRules::everyPackageIsNullMarked)
                        .by(Unmarked.class),
                broken("7 clock", ArchitectureRules::timeIsInjected).by(ReadsTheClock.class),
                broken("8 floating point", ArchitectureRules::moneyIsInteger).by(CountsInDoubles.class),
                broken("9 digests", ArchitectureRules::digestsCompareInConstantTime)
                        .by(ComparesBytes.class, ComparesText.class),
                broken("10 simulator", ArchitectureRules::simulatorKnowsNoneOfTheOthers)
                        .by(KnowsTheCore.class));
    }

    private static Broken broken(String name, Function<ArchitectureRules, ArchRule> rule) {
        return violators -> new Case(name, rule, List.of(violators));
    }

    private interface Broken {
        Case by(Class<?>... violators);
    }
}
