package io.streambench.bench.transport.relay;

import io.streambench.bench.settings.Distance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/** Creates one relay for each node when a client first connects to the node. */
public final class Relays implements AutoCloseable {
  private final Distance distance;
  private final Map<InetSocketAddress, Relay> relaysByTarget = new HashMap<>();
  private boolean closed;

  public Relays(Distance distance) {
    this.distance = distance;
  }

  /** Returns the address of a node's relay, or the node's own address after {@link #close}. */
  public synchronized InetSocketAddress relayFor(InetSocketAddress target) {
    return closed ? target : relaysByTarget.computeIfAbsent(target, this::open).address();
  }

  private Relay open(InetSocketAddress target) {
    try {
      return Relay.open(target, distance);
    } catch (IOException e) {
      throw new UncheckedIOException("no port for a relay to " + target, e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    relaysByTarget.values().forEach(Relay::close);
    relaysByTarget.clear();
  }
}
