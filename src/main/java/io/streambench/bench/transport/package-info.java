/** Configures protocol, windows and flow control of every Solr client and node in this JVM. */
package io.streambench.bench.transport;
