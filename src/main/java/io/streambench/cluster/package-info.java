/**
 * The SolrCloud under test, in this JVM, in a process of its own or foreign.
 *
 * <p>Knows Solr's test framework and Jetty's server; depends on {@code transport} and below.
 */
package io.streambench.cluster;
