/**
 * HTTP wiring of every Solr client and node of this JVM: protocol, windows, strategy.
 *
 * <p>Knows Solr's clients and Jetty; depends on {@code recording}, {@code strategy} and what lies
 * below.
 */
package io.streambench.transport;
