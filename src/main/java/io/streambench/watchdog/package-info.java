/**
 * Guards the operations of a run, stops those without progress, and keeps the evidence.
 *
 * <p>Depends on {@code redaction}, {@code recording}, {@code report} and the packages below them,
 * but not on JMH.
 */
package io.streambench.watchdog;
