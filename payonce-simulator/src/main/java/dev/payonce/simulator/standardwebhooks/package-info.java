/** A sender after the Standard Webhooks specification. Users need {@link dev.payonce.simulator.standardwebhooks.StandardWebhooks}. */
@NullMarked
package dev.payonce.simulator.standardwebhooks;

import org.jspecify.annotations.NullMarked;
