/** Tests and their fixtures. */
@NullMarked
package dev.payonce.channel.wechat;

import org.jspecify.annotations.NullMarked;
