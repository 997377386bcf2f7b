/** Simulates distance between clients and nodes on one machine, with a relay for each node. */
package io.streambench.bench.transport.relay;
