/**
 * Result files: JMH's own JSON and what lies beside it, read into cells and joined, so that the
 * forks of several contenders can be compared cell by cell.
 *
 * <p>Depends on {@code analysis}, {@code config}, the JDK, and on one library for JSON: neither
 * Solr, nor Jetty, nor JMH.
 */
package io.streambench.results;
