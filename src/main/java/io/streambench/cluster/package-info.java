/**
 * The SolrCloud under test: started in this JVM, filled, ready, and gone without a trace.
 *
 * <p>Knows Solr's test framework and Jetty's server; depends on {@code transport} and below.
 */
package io.streambench.cluster;
