/**
 * Guards the operations of a run, ends those without progress, and keeps the evidence.
 *
 * <p>Depends on {@code redaction}, {@code recording}, {@code report} and what lies below; not on
 * JMH.
 */
package io.streambench.watchdog;
