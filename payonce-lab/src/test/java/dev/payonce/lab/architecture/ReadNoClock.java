package dev.payonce.lab.architecture;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitReferenceTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/** Asks no wall clock but an injected one: neither by a call nor by a method reference. */
final class ReadNoClock extends ArchCondition<JavaClass> {
    ReadNoClock() {
        super("read no clock but an injected one");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
            if (readsWallClock(access)) {
                events.add(SimpleConditionEvent.violated(access, access.getDescription()));
            }
        }
    }

    private static boolean readsWallClock(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return switch (name) {
            case "now" -> owner.startsWith("java.time.") && parameters(access).isEmpty();
            case "currentTimeMillis" -> owner.equals("java.lang.System");
            case "<init>" ->
                owner.equals("java.util.Date") && parameters(access).isEmpty();
            default -> false;
        };
    }

    private static List<JavaClass> parameters(JavaAccess<?> access) {
        if (access.getTarget() instanceof CodeUnitCallTarget call) {
            return call.getRawParameterTypes();
        }
        return access.getTarget() instanceof CodeUnitReferenceTarget reference
                ? reference.getRawParameterTypes()
                : List.of();
    }
}
