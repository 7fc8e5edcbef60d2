/**
 * What every channel shares: the contract between configuration and a channel ({@link dev.payonce.channel.ChannelType},
 * {@link dev.payonce.channel.ChannelProperties}), keys, signatures and strict JSON. Knows no platform; the packages of the
 * platforms know this one and not each other.
 */
@NullMarked
package dev.payonce.channel;

import org.jspecify.annotations.NullMarked;
