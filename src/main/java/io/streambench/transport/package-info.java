/**
 * HTTP wiring of every Solr client and node of this JVM: protocol, windows, strategy.
 *
 * <p>Knows Solr's clients and Jetty; depends on {@code flowcontrol} and what lies below it.
 */
package io.streambench.transport;
