/**
 * Guards the operations of a run, ends those that make no progress, and keeps what shows a
 * maintainer why.
 *
 * <p>Depends on {@code redaction}, {@code recording}, {@code report} and what lies below; not on
 * JMH.
 */
package io.streambench.watchdog;
