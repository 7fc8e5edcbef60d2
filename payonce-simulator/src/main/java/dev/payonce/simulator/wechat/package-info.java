/** WeChat Pay, APIv3. Users need {@link dev.payonce.simulator.wechat.WeChatPayV3} and its events. */
@NullMarked
package dev.payonce.simulator.wechat;

import org.jspecify.annotations.NullMarked;
