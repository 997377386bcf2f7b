package io.streambench.bench.transport.relay;

import io.streambench.bench.settings.Distance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/** A relay before every node, made when a client first asks for it. */
public final class Relays implements AutoCloseable {
  private final Distance distance;
  private final Map<InetSocketAddress, Relay> relays = new HashMap<>();
  private boolean closed;

  public Relays(Distance distance) {
    this.distance = distance;
  }

  /** The address to connect to instead of a target; once this is closed, the target itself. */
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

  /** Cuts every connection; when this returns, no thread of the relays' is left. */
  @Override
  public synchronized void close() {
    closed = true;
    relays.values().forEach(Relay::close);
    relays.clear();
  }
}
