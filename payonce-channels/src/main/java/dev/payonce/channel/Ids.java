package dev.payonce.channel;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Names;
import org.jspecify.annotations.Nullable;

/** What a platform's message says to be an id, checked before anything is looked up by it. Stateless. */
public final class Ids {
    private Ids() {}

    /**
     * An id of the platform's: of a payment, a merchant, an application.
     *
     * @throws RefusedException as malformed, naming {@code what} only, unless it is {@linkplain Names#isName a name}
     */
    public static String name(String id, String what) throws RefusedException {
        if (!Names.isName(id)) {
            throw malformed(what + " is not fit to be an id");
        }
        return id;
    }

    /**
     * The merchant's order number; null stays null.
     *
     * @throws RefusedException as malformed, naming {@code what} only, unless it is {@linkplain Names#isId an id}
     */
    public static @Nullable String orderNo(@Nullable String orderNo, String what) throws RefusedException {
        if (orderNo != null && !Names.isId(orderNo)) {
            throw malformed(what + " is not fit to be an id");
        }
        return orderNo;
    }
}
