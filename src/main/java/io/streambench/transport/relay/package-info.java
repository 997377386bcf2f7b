/**
 * Distance between clients and nodes that all run on one machine: a relay before each node holds
 * every byte back for half a round trip, and lets no more through than a bandwidth.
 *
 * <p>Knows sockets; only {@link io.streambench.transport.relay.RelayedAddresses} knows Jetty.
 */
package io.streambench.transport.relay;
