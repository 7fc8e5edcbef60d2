@NullMarked
package dev.payonce.channel.wechatv2;

import org.jspecify.annotations.NullMarked;
