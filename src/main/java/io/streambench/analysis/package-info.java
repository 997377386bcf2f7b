/**
 * Pure functions and records: from the state of flow control and the progress of a reader to a
 * verdict.
 *
 * <p>Depends on {@code eventlog}, {@code config} and the JDK: neither Solr, nor Jetty, nor JMH.
 */
package io.streambench.analysis;
