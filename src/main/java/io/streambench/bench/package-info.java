/**
 * The entry points for JMH: thin benchmark and state classes, and the runs that they delegate to.
 *
 * <p>Depends on JMH, on {@code watchdog} and on the packages below it.
 */
package io.streambench.bench;
