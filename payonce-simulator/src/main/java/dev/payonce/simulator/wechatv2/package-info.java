/** WeChat Pay APIv2. Users need {@link dev.payonce.simulator.wechatv2.WeChatPayV2} and its events. */
@NullMarked
package dev.payonce.simulator.wechatv2;

import org.jspecify.annotations.NullMarked;
