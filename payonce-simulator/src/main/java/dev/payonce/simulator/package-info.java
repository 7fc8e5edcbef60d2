/**
 * Plays payment platforms against any HTTP endpoint: signs as they sign, acknowledges as they do, retries as they retry.
 * For everybody who tests a receiver of payment callbacks, PayOnce or not; shares no code with the receiver.
 *
 * <p>Start at {@link dev.payonce.simulator.Platform} and {@link dev.payonce.simulator.Storm}. Each platform is a package
 * of its own below this one; adding a platform means implementing {@link dev.payonce.simulator.Platform} and
 * {@link dev.payonce.simulator.Notification} there, and nothing else changes.
 */
@NullMarked
package dev.payonce.simulator;

import org.jspecify.annotations.NullMarked;
