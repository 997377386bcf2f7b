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
 * A cluster whose nodes send the responses that real nodes sent. These were two nodes of a cluster
 * of twelve shards. All nodes listen on one port, and the path distinguishes them.
 */
public final class FakeCluster implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonNode recordedResponses;
  private final List<String> recordedNodes = new ArrayList<>();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, AtomicInteger> sentDumps = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
  private final int nodes;

  /** The status to send instead of a response, by request; null for the normal response. */
  public Function<HttpExchange, Integer> statusOverride = exchange -> null;

  /** The index of the recorded dump to send, given how many dumps the node has already sent. */
  public Function<Integer, Integer> dumpIndex = sentBefore -> sentBefore;

  /** A consumer that receives the body of each request. */
  public Consumer<String> bodyListener = body -> {};

  /** A function that edits a response, given its path, which begins with the node. */
  public BinaryOperator<String> responseEditor = (path, response) -> response;

  /** Whether a connection needs a client certificate. */
  public volatile boolean wantsClientCertificates;

  /** Whether the node runs without ZooKeeper. */
  public boolean standalone;

  /**
   * Starts a number of nodes.
   *
   * @param tls the context for TLS, or null for plain HTTP
   */
  public FakeCluster(String version, int nodes, InetAddress address, SSLContext tls)
      throws IOException {
    try (InputStream in = getClass().getResourceAsStream("solr-" + version + ".json.gz")) {
      recordedResponses = MAPPER.readTree(new GZIPInputStream(in));
    }
    this.nodes = nodes;
    for (JsonNode node : recordedResponses.at("/status/cluster/live_nodes")) {
      recordedNodes.add(node.asText());
    }
    recordedNodes.sort(
        Comparator.comparing(n -> !n.equals(recordedResponses.at("/system/node").asText())));
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

  /** Returns {@code host:port}. */
  public String authority() {
    InetAddress address = server.getAddress().getAddress();
    String host = address.getHostAddress();
    return (host.contains(":") ? "[" + host.replaceFirst("^0(:0)+:1$", "::1") + "]" : host)
        + ":"
        + server.getAddress().getPort();
  }

  /** Returns the URL of a node, counted from 0. */
  public String url(int node) {
    return "http://" + authority() + "/n" + node;
  }

  /** Returns the number of requests to a node. */
  public int requestCount(int node) {
    return requests.getOrDefault("n" + node, new AtomicInteger()).get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      bodyListener.accept(body);
      String[] path = exchange.getRequestURI().getPath().substring(1).split("/", 2);
      if (path[0].equals("proxy")) {
        path = path[1].split("/", 2);
      }
      requests.computeIfAbsent(path[0], node -> new AtomicInteger()).incrementAndGet();
      Integer status = statusOverride.apply(exchange);
      byte[] response =
          status == null || status == 200
              ? responseEditor
                  .apply(path[0] + "/" + path[1], responseBody(path[0], path[1], body))
                  .getBytes(UTF_8)
              : new byte[0];
      exchange.sendResponseHeaders(
          status == null ? 200 : status, response.length == 0 ? -1 : response.length);
      exchange.getResponseBody().write(response);
    }
  }

  private String responseBody(String name, String path, String body) {
    int node = Integer.parseInt(name.substring(1));
    if (path.startsWith("admin/info/system")) {
      ObjectNode system = recordedResponses.path("system").deepCopy();
      ((ObjectNode) system.at("/jvm/jmx")).put("startTime", "of " + name);
      if (standalone) {
        system.put("mode", "std").remove("node");
        return system.toString();
      }
      return system.put("node", authority() + "_" + name).toString();
    }
    if (path.startsWith("admin/info/properties")) {
      return recordedResponses.path("properties").toString();
    }
    if (path.startsWith("admin/info/threads")) {
      int sentBefore =
          sentDumps.computeIfAbsent(name, any -> new AtomicInteger()).getAndIncrement();
      int dumpsPerNode = recordedResponses.path("threads").size() / 2;
      return recordedResponses
          .path("threads")
          .path(node % 2 * dumpsPerNode + Math.min(dumpIndex.apply(sentBefore), dumpsPerNode - 1))
          .toString();
    }
    if (path.startsWith("admin/collections")) {
      ObjectNode status = recordedResponses.path("status").deepCopy();
      var live = ((ObjectNode) status.path("cluster")).putArray("live_nodes");
      for (int number = 0; number < nodes; number++) {
        live.add(authority() + "_n" + number);
      }
      return status
          .toString()
          .replace(recordedNodes.get(0), authority() + "_n0")
          .replace(recordedNodes.get(1), authority() + "_n1");
    }
    int rows = body.contains("rows=") ? Integer.parseInt(body.replaceFirst(".*rows=", "")) : 0;
    return "{\"response\":{\"numFound\":834,\"docs\":[" + "\"0123456789\",".repeat(rows) + "0]}}";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
