/** HTTP wiring of every Solr client and node of this JVM: protocol, windows, strategy. */
package io.streambench.bench.transport;
