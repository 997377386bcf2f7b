package io.streambench.cluster;

import io.streambench.config.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Tests at once which nodes accept a connection, instead of waiting for another timeout. */
final class Reachable {
  private static final int CONNECT_MILLIS = 300;

  /** The most nodes that are asked: more connect timeouts would delay a verdict too long. */
  private static final int MOST_NODES = 8;

  private Reachable() {}

  /**
   * The nodes that accept no connection any more, in one line; empty if all accept one.
   *
   * @param baseUrls of the nodes; only the first {@value #MOST_NODES} are asked
   */
  static Optional<String> silent(Collection<String> baseUrls) {
    List<String> asked = baseUrls.stream().limit(MOST_NODES).toList();
    List<String> silent = asked.stream().filter(url -> !answers(url)).toList();
    return silent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%d of %d node(s) take no connection any more: %s",
                silent.size(), asked.size(), String.join(", ", silent)));
  }

  private static boolean answers(String url) {
    try {
      URI uri = URI.create(url);
      return answers(new InetSocketAddress(uri.getHost(), uri.getPort()));
    } catch (IllegalArgumentException e) {
      return true; // an address that only Solr understands says nothing about its node
    }
  }

  /** Returns whether a port of this machine takes a connection. */
  static boolean answers(int port) {
    return answers(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  private static boolean answers(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
