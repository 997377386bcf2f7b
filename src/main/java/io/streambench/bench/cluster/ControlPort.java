package io.streambench.bench.cluster;

import com.fasterxml.jackson.core.type.TypeReference;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.streambench.base.files.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A server that provides the state of a cluster's process as JSON, over HTTP on the loopback
 * interface.
 */
record ControlPort(HttpServer server) implements AutoCloseable {
  /** The path that returns Jetty's dumps of all nodes as one string. */
  static final String DUMP_PATH = "/dump";

  /** The path that returns the index of every core as a list of {@link CoreIndex}. */
  static final String INDEX_PATH = "/index";

  /** The path that returns the flow-control totals of all clients inside the nodes. */
  static final String FLOW_CONTROL_PATH = "/flow-control";

  /** The path that triggers a garbage collection and returns the used heap bytes. */
  static final String HEAP_PATH = "/heap";

  private static final int HTTP_OK = 200;
  private static final int TIMEOUT_MILLIS = 5_000;

  /** The timeout for {@link #HEAP_PATH}, long enough for the garbage collection of a large heap. */
  private static final int HEAP_TIMEOUT_MILLIS = 60_000;

  /** Opens a free port, which serves each value at its path until the port is closed. */
  static ControlPort open(Map<String, Supplier<?>> values) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    values.forEach(
        (path, value) -> server.createContext(path, exchange -> respond(exchange, value)));
    server.start();
    return new ControlPort(server);
  }

  private static void respond(HttpExchange exchange, Supplier<?> value) throws IOException {
    try (exchange) {
      byte[] body = Json.MAPPER.writeValueAsBytes(value.get());
      exchange.sendResponseHeaders(HTTP_OK, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  static <T> T query(String path, int port, TypeReference<T> type) throws IOException {
    String host = InetAddress.getLoopbackAddress().getHostAddress();
    URLConnection connection = new URL("http", host, port, path).openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(path.equals(HEAP_PATH) ? HEAP_TIMEOUT_MILLIS : TIMEOUT_MILLIS);
    connection.setRequestProperty("Connection", "close");
    try (InputStream in = connection.getInputStream()) {
      return Json.MAPPER.readValue(in, type);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
