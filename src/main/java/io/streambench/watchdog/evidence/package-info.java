/**
 * One zip of a run folder that is safe to attach to a public issue: names, addresses and
 * credentials become placeholders, and what is too long is cut around the stall.
 *
 * <p>Depends on {@code report}, {@code analysis}, {@code eventlog} and {@code config}; not on Solr,
 * Jetty or JMH.
 */
package io.streambench.watchdog.evidence;
