/** The list of all channel types: the one package that knows every platform's. */
@NullMarked
package dev.payonce.channel.types;

import org.jspecify.annotations.NullMarked;
