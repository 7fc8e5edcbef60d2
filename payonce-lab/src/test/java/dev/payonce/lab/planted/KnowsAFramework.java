package dev.payonce.lab.planted;

import org.springframework.util.StringUtils;

/** The core with a framework. */
public final class KnowsAFramework {

    private KnowsAFramework() {}

    static boolean empty(String text) {
        return !StringUtils.hasText(text);
    }
}
