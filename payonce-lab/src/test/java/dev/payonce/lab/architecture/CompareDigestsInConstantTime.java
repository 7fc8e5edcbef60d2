package dev.payonce.lab.architecture;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitReferenceTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Set;

/**
 * No {@code Arrays.equals} or {@code Arrays.compare} on byte arrays anywhere; no comparison of strings in a class that
 * computes a digest or a MAC, since there is no telling what the string holds.
 */
final class CompareDigestsInConstantTime extends ArchCondition<JavaClass> {
    private static final Set<String> DIGESTS = Set.of("javax.crypto.Mac", "java.security.MessageDigest");
    private static final Set<String> STRING_COMPARISONS =
            Set.of("equals", "equalsIgnoreCase", "compareTo", "compareToIgnoreCase", "contentEquals");

    CompareDigestsInConstantTime() {
        super("compare digests with MessageDigest.isEqual");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        boolean digests = type.getAccessesFromSelf().stream().anyMatch(CompareDigestsInConstantTime::computesDigest);
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
            if (comparesBytes(access) || (digests && comparesStrings(access))) {
                events.add(SimpleConditionEvent.violated(access, access.getDescription()));
            }
        }
    }

    private static boolean computesDigest(JavaAccess<?> access) {
        return DIGESTS.contains(access.getTargetOwner().getName())
                && Set.of("doFinal", "digest").contains(access.getTarget().getName());
    }

    private static boolean comparesBytes(JavaAccess<?> access) {
        return access.getTargetOwner().getName().equals("java.util.Arrays")
                && Set.of("equals", "compare").contains(access.getTarget().getName())
                && parameters(access).stream().anyMatch(parameter -> parameter.isEquivalentTo(byte[].class));
    }

    private static boolean comparesStrings(JavaAccess<?> access) {
        return (access.getTargetOwner().getName().equals("java.lang.String")
                        && STRING_COMPARISONS.contains(access.getTarget().getName()))
                || (access.getTargetOwner().getName().equals("java.util.Objects")
                        && access.getTarget().getName().equals("equals"));
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
