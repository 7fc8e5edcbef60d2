/** WeChat Pay APIv2. Public is only what configuration names: the type. */
@NullMarked
package dev.payonce.channel.wechatv2;

import org.jspecify.annotations.NullMarked;
