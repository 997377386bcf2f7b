package io.streambench.bench.transport.relay;

import io.streambench.bench.settings.Distance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;

/** The relays to all nodes. A relay is created when a client first connects to its node. */
public final class Relays implements AutoCloseable {
  private static final String RESOLVER_FIELD = "resolver";

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

  /**
   * Makes a Jetty client use relays instead of nodes for all new connections, without a change of
   * URLs or ZooKeeper. Call it before the client's first request. It sets a private field, because
   * Jetty allows no other resolver in a client that has started.
   *
   * @throws IllegalStateException if the client's resolver cannot be replaced
   */
  public void install(HttpClient client) {
    SocketAddressResolver resolver = client.getSocketAddressResolver();
    SocketAddressResolver relayed =
        (host, port, promise) -> resolver.resolve(host, port, relayedPromise(promise));
    try {
      Field field = HttpClient.class.getDeclaredField(RESOLVER_FIELD);
      field.setAccessible(true);
      field.set(client, relayed);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this Jetty's HttpClient has no field " + RESOLVER_FIELD + ": streambench knows Jetty 10",
          e);
    }
  }

  private Promise<List<InetSocketAddress>> relayedPromise(
      Promise<List<InetSocketAddress>> promise) {
    return new Promise.Wrapper<>(promise) {
      @Override
      public void succeeded(List<InetSocketAddress> targets) {
        List<InetSocketAddress> addresses;
        try {
          addresses = targets.stream().map(Relays.this::relayFor).toList();
        } catch (RuntimeException e) {
          failed(e);
          return;
        }
        super.succeeded(addresses);
      }
    };
  }

  @Override
  public synchronized void close() {
    closed = true;
    relaysByTarget.values().forEach(Relay::close);
    relaysByTarget.clear();
  }
}
