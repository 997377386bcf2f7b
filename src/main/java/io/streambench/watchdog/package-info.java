/**
 * From progress to a verdict to evidence: guards the operations of a run, ends those that make no
 * progress, and keeps what a maintainer needs to see why.
 *
 * <p>Depends on {@code redaction}, {@code recording}, {@code report} and what lies below; not on
 * JMH.
 */
package io.streambench.watchdog;
