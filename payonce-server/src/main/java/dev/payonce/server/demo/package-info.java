/**
 * The {@code demo} command: the main job end to end in one process. It plays two platforms on a bad day against the whole
 * server and then judges the server by three witnesses: the senders' journal, the server's meters and the database.
 *
 * <p>{@link dev.payonce.server.demo.DemoCommand} is the command line, {@code Demo} the order of events, {@code Verdict} the
 * judgement, {@code Report} what is printed.
 */
@NullMarked
package dev.payonce.server.demo;

import org.jspecify.annotations.NullMarked;
