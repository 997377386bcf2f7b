package io.streambench.transport;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.client.solrj.io.stream.CloudSolrStream;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * A program as anybody has it, with SolrJ and nothing of this project: reads a collection again and
 * again, and says how that ended.
 */
public final class StockReader {
  /** Property: where the streams have their client from. */
  public static final String CACHE = "cache";

  private static final long SILENCE_MILLIS = 12_000;

  /** The ways in which a program can set, or not set, Solr's cache of clients. */
  public enum Cache {
    /** One client for everything, handed to the cache. */
    SHARED_CLIENT,
    /** A cache that makes its clients itself. */
    OWN_CLIENTS,
    /** No cache in the context of the streams. */
    NONE
  }

  private StockReader() {}

  /**
   * @param args address of ZooKeeper, collection, how often to read it, documents in it
   */
  public static void main(String[] args) throws Exception {
    int readings = Integer.parseInt(args[2]);
    AtomicLong tuples = new AtomicLong();
    AtomicLong done = new AtomicLong();
    Thread reader =
        new Thread(
            () -> {
              try {
                read(args[0], args[1], readings, Integer.parseInt(args[3]), tuples, done);
              } catch (Exception e) {
                e.printStackTrace();
              }
            });
    reader.setDaemon(true);
    reader.start();
    long before = -1;
    while (reader.isAlive() && tuples.get() != before) {
      before = tuples.get();
      reader.join(SILENCE_MILLIS);
    }
    System.out.println(
        (done.get() == readings ? "COMPLETED " : reader.isAlive() ? "STALLED " : "FAILED ")
            + done.get());
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void read(
      String zkHost,
      String collection,
      int readings,
      int documents,
      AtomicLong tuples,
      AtomicLong done)
      throws Exception {
    StreamContext context = new StreamContext();
    switch (Cache.valueOf(System.getProperty(CACHE, Cache.SHARED_CLIENT.name()))) {
      case SHARED_CLIENT ->
          context.setSolrClientCache(new SolrClientCache(new Http2SolrClient.Builder().build()));
      case OWN_CLIENTS -> context.setSolrClientCache(new SolrClientCache());
      case NONE -> {}
    }
    ModifiableSolrParams query = new ModifiableSolrParams();
    Map.of("q", "*:*", "fl", "id,text1_ts", "sort", "id asc", "rows", "" + documents)
        .forEach(query::set);
    for (int i = 0; i < readings; i++) {
      CloudSolrStream stream = new CloudSolrStream(zkHost, collection, query);
      stream.setStreamContext(context);
      stream.open();
      long read = 0;
      for (Tuple tuple = stream.read(); !tuple.EOF; tuple = stream.read()) {
        tuples.incrementAndGet();
        read++;
      }
      stream.close();
      if (read != documents) {
        throw new IllegalStateException(List.of(read, documents).toString());
      }
      done.incrementAndGet();
    }
  }
}
