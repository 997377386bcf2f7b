package io.streambench.bench.transport.relay;

import io.streambench.bench.settings.Distance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/** One relay for each node, created at a client's first connection to the node. */
public final class Relays implements AutoCloseable {
  private final Distance distance;
  private final Map<InetSocketAddress, Relay> relays = new HashMap<>();
  private boolean closed;

  public Relays(Distance distance) {
    this.distance = distance;
  }

  /** The address of a node's relay, or the node's own address after {@link #close}. */
  public synchronized InetSocketAddress relayFor(InetSocketAddress target) {
    return closed ? target : relays.computeIfAbsent(target, this::open).address();
  }

  private Relay open(InetSocketAddress target) {
    try {
      return Relay.open(target, distance);
    } catch (IOException e) {
      throw new UncheckedIOException("no port for a relay to " + target, e);
    }
  }

  /** Closes every relay with its connections and threads. */
  @Override
  public synchronized void close() {
    closed = true;
    relays.values().forEach(Relay::close);
    relays.clear();
  }
}
