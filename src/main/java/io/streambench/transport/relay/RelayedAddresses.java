package io.streambench.transport.relay;

import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.util.List;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;

/**
 * Has a Jetty client connect to relays instead of nodes, while its URLs, and what ZooKeeper knows
 * of the nodes, stay as they are.
 *
 * <p>What Jetty 10.0.26 does: {@code HttpClient.newConnection} asks the resolver for every new
 * connection, before the transport sees an address, and it is the only place from which a transport
 * is told to connect; so HTTP/1.1 and HTTP/2 do the same. Destinations, pools and the authority of
 * requests go by the URL's host and port, never by what the resolver says. A connection that is
 * open stays where it is. {@code HttpClient.start} makes a resolver if none was set, and {@code
 * setSocketAddressResolver} throws {@link IllegalStateException} once the client has been started,
 * as Solr hands over all of its own. Stopping such a client would make it forget its handlers and
 * authentications, so {@link #install} sets the field behind that method.
 */
public final class RelayedAddresses implements SocketAddressResolver {
  private static final String FIELD = "resolver";

  private final SocketAddressResolver real;
  private final Relays relays;

  /**
   * @param real finds the nodes themselves
   */
  public RelayedAddresses(SocketAddressResolver real, Relays relays) {
    this.real = real;
    this.relays = relays;
  }

  /**
   * Puts relays before all that a client connects to from now on. Doing it again changes nothing,
   * and other relays take the place of those before. To be done before the first request: a thread
   * that has made one may not see it.
   *
   * @param client one that was started, or that was given a resolver
   * @throws IllegalStateException if it has no resolver to begin with, or if this is a Jetty whose
   *     clients cannot be given another
   */
  public static void install(HttpClient client, Relays relays) {
    SocketAddressResolver present = client.getSocketAddressResolver();
    if (present == null) {
      throw new IllegalStateException("a client finds out how to resolve only when it is started");
    }
    if (present instanceof RelayedAddresses relayed) {
      if (relayed.relays == relays) {
        return;
      }
      present = relayed.real;
    }
    set(client, new RelayedAddresses(present, relays));
  }

  private static void set(HttpClient client, RelayedAddresses addresses) {
    try {
      Field field = HttpClient.class.getDeclaredField(FIELD);
      field.setAccessible(true);
      field.set(client, addresses);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this Jetty's HttpClient has no field " + FIELD + ": streambench knows Jetty 10", e);
    }
  }

  @Override
  public void resolve(String host, int port, Promise<List<InetSocketAddress>> promise) {
    real.resolve(
        host,
        port,
        new Promise.Wrapper<>(promise) {
          @Override
          public void succeeded(List<InetSocketAddress> targets) {
            List<InetSocketAddress> addresses;
            try {
              addresses = targets.stream().map(relays::of).toList();
            } catch (RuntimeException e) {
              failed(e);
              return;
            }
            super.succeeded(addresses);
          }
        });
  }
}
