/**
 * Pure functions and records: what a measured curve looks like, and how sure that is.
 *
 * <p>Depends on {@code analysis.compare}, the JDK, and the libraries of Apache Commons for
 * statistics and random numbers: neither Solr, nor Jetty, nor JMH.
 */
package io.streambench.analysis.curve;
