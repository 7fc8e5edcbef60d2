/**
 * The server's HTTP API under {@code /api/v1}: orders, payments, accounts. It reads JSON strictly, answers errors as problem
 * details (RFC 9457) wherever they arise, and lets nobody in without the token. docs/api.md shows every call.
 */
@NullMarked
package dev.payonce.server.api;

import org.jspecify.annotations.NullMarked;
