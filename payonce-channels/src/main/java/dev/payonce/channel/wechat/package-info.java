/** WeChat Pay. Public is only what configuration names: the types. */
@NullMarked
package dev.payonce.channel.wechat;

import org.jspecify.annotations.NullMarked;
