package dev.payonce.lab.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** The class's package has a package-info that is {@code @NullMarked}. */
final class BeInANullMarkedPackage extends ArchCondition<JavaClass> {
    BeInANullMarkedPackage() {
        super("be in a @NullMarked package");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        boolean marked = type.getPackage()
                .tryGetPackageInfo()
                .map(info -> info.isAnnotatedWith(NullMarked.class))
                .orElse(false);
        events.add(new SimpleConditionEvent(type, marked, type.getName() + " is in a package that is not @NullMarked"));
    }
}
