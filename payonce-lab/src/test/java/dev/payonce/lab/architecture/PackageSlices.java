package dev.payonce.lab.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** Each package below the root is a slice of its own. */
record PackageSlices(String root) implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(root) || name.startsWith(root + ".") ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
        return "packages of " + root;
    }
}
