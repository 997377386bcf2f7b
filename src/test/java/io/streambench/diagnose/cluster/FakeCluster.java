package io.streambench.diagnose.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Nodes that answer what real ones did: two of a cluster of twelve shards. All listen at one port;
 * the path tells them apart.
 */
public final class FakeCluster implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonNode recorded;
  private final List<String> recordedNodes = new ArrayList<>();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, AtomicInteger> looks = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
  private final int nodes;

  /** What a node does instead of its answer, by its path; null: it answers. */
  public Function<HttpExchange, Integer> instead = exchange -> null;

  /** The index of the recorded dump that a look gets. */
  public Function<Integer, Integer> dump = look -> look;

  /** Gets the body of each request. */
  public Consumer<String> form = body -> {};

  /** Changes an answer, by its path, which begins with the node. */
  public BinaryOperator<String> edit = (path, answer) -> answer;

  /** Whether a connection needs a certificate of the client. */
  public volatile boolean wantsClientCertificates;

  /** Whether it is a node without ZooKeeper. */
  public boolean standalone;

  /** Opens as many nodes as wanted; {@code tls} may be null. */
  public FakeCluster(String version, int nodes, InetAddress address, SSLContext tls)
      throws IOException {
    try (InputStream in = getClass().getResourceAsStream("solr-" + version + ".json.gz")) {
      recorded = MAPPER.readTree(new GZIPInputStream(in));
    }
    this.nodes = nodes;
    for (JsonNode node : recorded.at("/status/cluster/live_nodes")) {
      recordedNodes.add(node.asText());
    }
    recordedNodes.sort(Comparator.comparing(n -> !n.equals(recorded.at("/system/node").asText())));
    InetSocketAddress port = new InetSocketAddress(address, 0);
    if (tls == null) {
      server = HttpServer.create(port, 0);
    } else {
      HttpsServer secure = HttpsServer.create(port, 0);
      secure.setHttpsConfigurator(
          new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
              SSLParameters wanted = getSSLContext().getDefaultSSLParameters();
              wanted.setNeedClientAuth(wantsClientCertificates);
              parameters.setSSLParameters(wanted);
            }
          });
      server = secure;
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public FakeCluster(String version) throws IOException {
    this(version, 2, InetAddress.getByName("127.0.0.1"), null);
  }

  /** {@code host:port}. */
  public String authority() {
    InetAddress address = server.getAddress().getAddress();
    String host = address.getHostAddress();
    return (host.contains(":") ? "[" + host.replaceFirst("^0(:0)+:1$", "::1") + "]" : host)
        + ":"
        + server.getAddress().getPort();
  }

  /** The URL of a node, from 0. */
  public String url(int node) {
    return "http://" + authority() + "/n" + node;
  }

  /** All requests to a node. */
  public int requests(int node) {
    return requests.getOrDefault("n" + node, new AtomicInteger()).get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      form.accept(body);
      String[] path = exchange.getRequestURI().getPath().substring(1).split("/", 2);
      if (path[0].equals("proxy")) {
        path = path[1].split("/", 2);
      }
      requests.computeIfAbsent(path[0], node -> new AtomicInteger()).incrementAndGet();
      Integer status = instead.apply(exchange);
      byte[] answer =
          status == null || status == 200
              ? edit.apply(path[0] + "/" + path[1], answer(path[0], path[1], body)).getBytes(UTF_8)
              : new byte[0];
      exchange.sendResponseHeaders(
          status == null ? 200 : status, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private String answer(String name, String path, String form) {
    int node = Integer.parseInt(name.substring(1));
    if (path.startsWith("admin/info/system")) {
      ObjectNode system = recorded.path("system").deepCopy();
      ((ObjectNode) system.at("/jvm/jmx")).put("startTime", "of " + name);
      if (standalone) {
        system.put("mode", "std").remove("node");
        return system.toString();
      }
      return system.put("node", authority() + "_" + name).toString();
    }
    if (path.startsWith("admin/info/properties")) {
      return recorded.path("properties").toString();
    }
    if (path.startsWith("admin/info/threads")) {
      int look = looks.computeIfAbsent(name, any -> new AtomicInteger()).getAndIncrement();
      int each = recorded.path("threads").size() / 2;
      return recorded
          .path("threads")
          .path(node % 2 * each + Math.min(dump.apply(look), each - 1))
          .toString();
    }
    if (path.startsWith("admin/collections")) {
      ObjectNode status = recorded.path("status").deepCopy();
      var live = ((ObjectNode) status.path("cluster")).putArray("live_nodes");
      for (int number = 0; number < nodes; number++) {
        live.add(authority() + "_n" + number);
      }
      return status
          .toString()
          .replace(recordedNodes.get(0), authority() + "_n0")
          .replace(recordedNodes.get(1), authority() + "_n1");
    }
    int rows = form.contains("rows=") ? Integer.parseInt(form.replaceFirst(".*rows=", "")) : 0;
    return "{\"response\":{\"numFound\":834,\"docs\":[" + "\"0123456789\",".repeat(rows) + "0]}}";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
