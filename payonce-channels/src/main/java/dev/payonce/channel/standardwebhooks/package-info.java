/** Standard Webhooks, for senders without a channel of their own. Public is only what configuration names: the type. */
@NullMarked
package dev.payonce.channel.standardwebhooks;

import org.jspecify.annotations.NullMarked;
