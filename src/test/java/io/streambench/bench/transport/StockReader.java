package io.streambench.bench.transport;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.client.solrj.io.stream.CloudSolrStream;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.eclipse.jetty.client.HttpClient;

/**
 * A program that reads a collection repeatedly with SolrJ, without code of this project. It can be
 * run from its classes or its source file.
 */
public final class StockReader {
  /** The system property for the origin of the streams' client. */
  public static final String CACHE = "cache";

  /** The argument for endless reading, which is also printed before the first reading. */
  public static final String ENDLESS = "endless";

  static final String WAITS = "waits";
  static final String END = "END OF DUMP";

  /** The time without a tuple after which the program prints STALLED. */
  private static final long PATIENCE_MILLIS = 1_000L * Integer.getInteger("patience", 12);

  /** The ways in which a program can set Solr's client cache. */
  public enum Cache {
    /** One client for everything, passed to the cache. */
    SHARED_CLIENT,
    /** A cache that creates its own clients. */
    OWN_CLIENTS,
    /** No cache in the context of the streams. */
    NONE
  }

  private final String zkHost;
  private final String collection;
  private final int documents;
  private final Http2SolrClient client = new Http2SolrClient.Builder().build();
  private final StreamContext context = new StreamContext();
  private final AtomicLong tuples = new AtomicLong();
  private final AtomicLong done = new AtomicLong();

  private StockReader(String zkHost, String collection, int documents) {
    this.zkHost = zkHost;
    this.collection = collection;
    this.documents = documents;
    switch (Cache.valueOf(System.getProperty(CACHE, Cache.SHARED_CLIENT.name()))) {
      case SHARED_CLIENT -> context.setSolrClientCache(new SolrClientCache(client));
      case OWN_CLIENTS -> context.setSolrClientCache(new SolrClientCache());
      case NONE -> {}
    }
  }

  /**
   * Reads the collection.
   *
   * @param args address of ZooKeeper; collection; number of documents; how often to read, {@value
   *     #ENDLESS}, or {@value #WAITS} to read one document, and the rest after a line on standard
   *     input
   */
  public static void main(String[] args) throws Exception {
    StockReader reader = new StockReader(args[0], args[1], Integer.parseInt(args[2]));
    switch (args[3]) {
      case ENDLESS, WAITS -> reader.readEndlessly(args[3].equals(WAITS));
      default -> reader.readAndPrintResult(Integer.parseInt(args[3]));
    }
  }

  private void readAndPrintResult(int readings) throws InterruptedException {
    Thread reader =
        new Thread(
            () -> {
              try {
                while (done.get() < readings) {
                  readCollection(documents);
                }
              } catch (Exception e) {
                e.printStackTrace();
              }
            });
    reader.setDaemon(true);
    reader.start();
    long before = -1;
    while (reader.isAlive() && tuples.get() != before) {
      before = tuples.get();
      reader.join(PATIENCE_MILLIS);
    }
    System.out.println(
        (done.get() == readings ? "COMPLETED " : reader.isAlive() ? "STALLED " : "FAILED ")
            + done.get());
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  /**
   * Reads endlessly. For each further line on standard input, prints Jetty's dump of the client.
   */
  private void readEndlessly(boolean waitsForInput) throws Exception {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    if (waitsForInput) {
      readCollection(1);
      System.out.println(WAITS);
      lines.readLine();
    } else {
      System.out.println(ENDLESS);
    }
    Thread answers = new Thread(() -> printDumps(lines), "answers");
    answers.setDaemon(true);
    answers.start();
    while (true) {
      readCollection(documents);
    }
  }

  private void printDumps(BufferedReader lines) {
    try {
      Method jettys = Http2SolrClient.class.getDeclaredMethod("getHttpClient");
      jettys.setAccessible(true);
      while (lines.readLine() != null) {
        System.out.println(((HttpClient) jettys.invoke(client)).dump());
        System.out.println(END);
      }
      Runtime.getRuntime().halt(0); // the parent process has ended
    } catch (Exception e) {
      e.printStackTrace();
    }
  }

  private void readCollection(int rows) throws IOException {
    ModifiableSolrParams query = new ModifiableSolrParams();
    Map.of("q", "*:*", "fl", "id,text1_ts", "sort", "id asc", "rows", "" + rows)
        .forEach(query::set);
    long read = 0;
    try (CloudSolrStream stream = new CloudSolrStream(zkHost, collection, query)) {
      stream.setStreamContext(context);
      stream.open();
      for (Tuple tuple = stream.read(); !tuple.EOF; tuple = stream.read()) {
        tuples.incrementAndGet();
        read++;
      }
    }
    if (rows == documents && read != documents) {
      throw new IllegalStateException(List.of(read, documents).toString());
    }
    done.incrementAndGet();
  }
}
