package dev.payonce.lab.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rules of the architecture, over the packages below one root: the product's, or those of a planted imitation of it
 * that breaks each of them. A module is told by its package. Immutable.
 */
final class ArchitectureRules {
    private static final String[] JSPECIFY_AND_JDK = {"java..", "org.jspecify.."};
    private static final String[] LOGGING_AND_METERS = {"org.slf4j..", "io.micrometer.core.."};

    private final String root;

    ArchitectureRules(String root) {
        this.root = root;
    }

    ArchRule coreKnowsNoFramework() {
        return onlyDependOn(root, root, LOGGING_AND_METERS);
    }

    ArchRule channelsKnowCoreAndAParser() {
        return onlyDependOn(
                below("channel"),
                root,
                below("channel"),
                "javax.crypto..",
                "javax.naming",
                "javax.naming.ldap",
                "javax.net.ssl..",
                "javax.xml.stream..",
                "javax.security.auth.x500..",
                "org.slf4j..",
                "tools.jackson.core..");
    }

    ArchRule jdbcKnowsCoreAndSpringJdbc() {
        return onlyDependOn(
                below("jdbc"),
                root,
                with(
                        LOGGING_AND_METERS,
                        below("jdbc"),
                        "javax.sql..",
                        "org.springframework.core..",
                        "org.springframework.dao..",
                        "org.springframework.jdbc..",
                        "org.springframework.transaction.."));
    }

    ArchRule redisKnowsCoreAndLettuce() {
        return onlyDependOn(
                below("redis"), root, with(LOGGING_AND_METERS, below("redis"), "io.lettuce..", "io.netty.."));
    }

    ArchRule starterKnowsNeitherServerNorSimulator() {
        return noClasses()
                .that()
                .resideInAPackage(below("spring"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(below("server"), below("simulator"), below("lab"));
    }

    /** Netty sends, HdrHistogram counts. */
    ArchRule simulatorKnowsNoneOfTheOthers() {
        return onlyDependOn(
                below("simulator"),
                below("simulator"),
                "javax.crypto..",
                "javax.net.ssl..",
                "com.sun.net.httpserver..",
                "io.netty..",
                "org.HdrHistogram..");
    }

    ArchRule productKnowsNoLab() {
        return noClasses()
                .that(resideInAPackage(root + "..").and(not(resideInAPackage(below("lab")))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(below("lab"));
    }

    /** {@code javax.sql.DataSource} is what the starter wires; a failed access to data is what the API reports. */
    ArchRule sqlOnlyInJdbc() {
        return noClasses()
                .that(areProductOutside("jdbc"))
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.sql..", "javax.sql..", "org.springframework.jdbc..")
                        .and(not(named("javax.sql.DataSource")))
                        .as("SQL or Spring JDBC"));
    }

    /** All but the starter and the server do without a data source. */
    ArchRule dataSourceOnlyInJdbcAndItsWiring() {
        return noClasses()
                .that(areProductOutside("jdbc", "spring", "server"))
                .should()
                .dependOnClassesThat(named("javax.sql.DataSource"));
    }

    /** The starter turns Spring Boot's settings into Lettuce's value types for an address; it issues no command. */
    ArchRule lettuceOnlyInRedis() {
        DescribedPredicate<JavaClass> lettuce = resideInAPackage("io.lettuce..");
        return noClasses()
                .that(areProductOutside("redis"))
                .should()
                .dependOnClassesThat(lettuce.and(not(addressOfRedis())).as("Lettuce"));
    }

    ArchRule addressesOfRedisOnlyInRedisAndItsWiring() {
        return noClasses().that(areProductOutside("redis", "spring")).should().dependOnClassesThat(addressOfRedis());
    }

    ArchRule webOnlyInStarterAndServer() {
        return noClasses()
                .that(areProductOutside("spring", "server"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.servlet..", "org.springframework.web..", "org.springframework.boot.web..");
    }

    ArchRule jacksonOnlyWhereJsonIs() {
        return noClasses()
                .that(areProductOutside("channel", "spring", "server"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("tools.jackson..", "com.fasterxml.jackson..");
    }

    /** The registry of channel types knows them all. */
    ArchRule channelsDoNotKnowEachOther() {
        return slices().matching(root + ".channel.(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(resideInAPackage(below("channel.types")), DescribedPredicate.alwaysTrue());
    }

    ArchRule noPackageCycles() {
        return slices().assignedFrom(new PackageSlices(root)).should().beFreeOfCycles();
    }

    ArchRule everyPackageIsNullMarked() {
        return classes().that().resideInAPackage(root + "..").should(new BeInANullMarkedPackage());
    }

    ArchRule timeIsInjected() {
        return classes().that(areProductOutside()).should(new ReadNoClock());
    }

    ArchRule moneyIsInteger() {
        return classes()
                .that()
                .resideInAnyPackage(root, below("channel"), below("jdbc"))
                .should(new HaveNoFloatingPoint());
    }

    ArchRule digestsCompareInConstantTime() {
        return classes().that().resideInAPackage(below("channel")).should(new CompareDigestsInConstantTime());
    }

    private ArchRule onlyDependOn(String module, String first, String... others) {
        String[] allowed = Stream.of(JSPECIFY_AND_JDK, new String[] {first}, others)
                .flatMap(Stream::of)
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(module)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed)
                        .or(DescribedPredicate.describe(
                                "primitives",
                                type -> type.getBaseComponentType().isPrimitive())));
    }

    /** Test-only packages of the product's lab are no product. */
    private DescribedPredicate<JavaClass> areProductOutside(String... modules) {
        List<String> outside =
                new ArrayList<>(Stream.of(modules).map(this::below).toList());
        outside.add(below("lab"));
        return resideInAPackage(root + "..").and(not(resideInAnyPackage(outside.toArray(String[]::new))));
    }

    private static DescribedPredicate<JavaClass> addressOfRedis() {
        return named("io.lettuce.core.RedisURI")
                .or(named("io.lettuce.core.RedisURI$Builder"))
                .or(named("io.lettuce.core.SslOptions"))
                .or(named("io.lettuce.core.SslOptions$Builder"));
    }

    private static DescribedPredicate<JavaClass> named(String name) {
        return DescribedPredicate.describe(name, type -> type.getName().equals(name));
    }

    private String below(String module) {
        return root + "." + module + "..";
    }

    private static String[] with(String[] some, String... others) {
        return Stream.concat(Stream.of(some), Stream.of(others)).toArray(String[]::new);
    }
}
