package dev.payonce.lab.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/** No field, parameter or return value of a floating-point type, whether primitive, boxed or in an array. */
final class HaveNoFloatingPoint extends ArchCondition<JavaClass> {
    private static final Set<String> FLOATING = Set.of("double", "float", "java.lang.Double", "java.lang.Float");

    HaveNoFloatingPoint() {
        super("have no double or float");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        for (JavaField field : type.getFields()) {
            report(field.getRawType(), field.getDescription(), type, events);
        }
        for (JavaCodeUnit unit : type.getCodeUnits()) {
            report(unit.getRawReturnType(), unit.getDescription(), type, events);
            unit.getRawParameterTypes().forEach(parameter -> report(parameter, unit.getDescription(), type, events));
        }
    }

    private static void report(JavaClass used, String where, JavaClass type, ConditionEvents events) {
        if (FLOATING.contains(used.getBaseComponentType().getName())) {
            events.add(SimpleConditionEvent.violated(type, where + " uses " + used.getName()));
        }
    }
}
