/**
 * The flow-control event: one record whether it came from our recording or from the debug log of
 * Jetty 10, 11 or 12, with the readers of both, and what the first consists of.
 *
 * <p>Depends on the JDK, and on one library for xz.
 */
package io.streambench.eventlog;
