/**
 * The entry points for JMH: thin benchmark and state classes, and the run that stands behind them.
 *
 * <p>Depends on JMH and on {@code watchdog} and what lies below it.
 */
package io.streambench.bench;
