/** Distance between clients and nodes on one machine: a relay before each node. */
package io.streambench.bench.transport.relay;
