package io.streambench.bench.transport.relay;

import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.util.List;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;

/**
 * A resolver that makes a Jetty client connect to relays instead of nodes, without a change of URLs
 * or ZooKeeper. {@link #install} sets a private field, because Jetty does not allow a caller to
 * replace the resolver of a client that has started.
 */
public record RelayedAddresses(SocketAddressResolver delegate, Relays relays)
    implements SocketAddressResolver {
  private static final String RESOLVER_FIELD = "resolver";

  /**
   * Makes the client use relays for all connections that it opens from now on. Call it before the
   * client's first request.
   *
   * @throws IllegalStateException if the client's resolver cannot be replaced
   */
  public static void install(HttpClient client, Relays relays) {
    try {
      Field field = HttpClient.class.getDeclaredField(RESOLVER_FIELD);
      field.setAccessible(true);
      field.set(client, new RelayedAddresses(client.getSocketAddressResolver(), relays));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this Jetty's HttpClient has no field " + RESOLVER_FIELD + ": streambench knows Jetty 10",
          e);
    }
  }

  @Override
  public void resolve(String host, int port, Promise<List<InetSocketAddress>> promise) {
    delegate.resolve(
        host,
        port,
        new Promise.Wrapper<>(promise) {
          @Override
          public void succeeded(List<InetSocketAddress> targets) {
            List<InetSocketAddress> addresses;
            try {
              addresses = targets.stream().map(relays::relayFor).toList();
            } catch (RuntimeException e) {
              failed(e);
              return;
            }
            super.succeeded(addresses);
          }
        });
  }
}
