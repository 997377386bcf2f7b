/**
 * The SolrCloud under test: in this JVM, in its own process, or external.
 *
 * <p>Uses Solr's test framework and Jetty's server; depends on {@code transport} and below.
 */
package io.streambench.bench.cluster;
