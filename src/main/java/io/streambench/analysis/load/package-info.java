/**
 * Pure functions and records: what a load of requests came to, and whether its figures can be true
 * together.
 *
 * <p>Depends on {@code config} and the JDK: neither Solr, nor Jetty, nor JMH.
 */
package io.streambench.analysis.load;
