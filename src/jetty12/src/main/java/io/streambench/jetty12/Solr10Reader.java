package io.streambench.jetty12;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.impl.HttpJdkSolrClient;
import org.apache.solr.client.solrj.impl.HttpSolrClientBase;
import org.apache.solr.client.solrj.jetty.HttpJettySolrClient;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.client.solrj.response.InputStreamResponseParser;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * Merges the responses of shards by id, as {@code CloudSolrStream} does, with SolrJ 10's client.
 * Opens all shards at once, and then always reads from the shard with the lowest id. Needs only
 * Jackson and SolrJ. {@code -Dclient=jdk} uses the JDK's client, {@code -Dtuples=N} closes each
 * query but the last after N tuples, and {@code -Dpatience=300} waits up to 300 seconds for a
 * tuple.
 */
public final class Solr10Reader {
  private static final int PATIENCE_SECONDS = Integer.getInteger("patience", 10);
  private static final int SILENT_STATUS = 3;

  private static final long ALL = Long.MAX_VALUE;

  private final HttpSolrClientBase client =
      "jdk".equals(System.getProperty("client"))
          ? new HttpJdkSolrClient.Builder().build()
          : new HttpJettySolrClient.Builder().build();
  private final JsonFactory json = new JsonFactory();
  private volatile long tuples;

  private Solr10Reader() {}

  /**
   * Prints a line for each query. Exits with status 3 if no tuple arrives within {@code patience}
   * seconds.
   *
   * @param args query count, handler, document count, and URLs of the shards' replicas
   */
  public static void main(String[] args) throws Exception {
    Solr10Reader reader = new Solr10Reader();
    Thread watching = new Thread(reader::endWhenSilent, "watching");
    watching.setDaemon(true);
    watching.start();
    int documents = Integer.parseInt(args[2]);
    int queries = Integer.parseInt(args[0]);
    for (int query = 1; query <= queries; query++) {
      long before = reader.tuples;
      long maxTuples = query == queries ? ALL : Long.getLong("tuples", ALL);
      reader.mergeShards(args[1], documents, List.of(args).subList(3, args.length), maxTuples);
      System.out.println("query " + query + ": " + (reader.tuples - before) + " tuples");
    }
    System.exit(0);
  }

  private void endWhenSilent() {
    try {
      for (long before = -1; before != tuples; ) {
        before = tuples;
        TimeUnit.SECONDS.sleep(PATIENCE_SECONDS);
      }
    } catch (InterruptedException e) {
      return; // the reader has ended
    }
    System.out.println("silent after " + tuples + " tuples");
    Runtime.getRuntime().halt(SILENT_STATUS);
  }

  private void mergeShards(String handler, int documents, List<String> shards, long maxTuples)
      throws Exception {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("q", "*:*");
    params.set("distrib", "false");
    params.set("sort", "id asc");
    params.set("rows", documents);
    List<Shard> opened = new ArrayList<>();
    ExecutorService opening = Executors.newFixedThreadPool(shards.size());
    try {
      List<Future<Shard>> responses = new ArrayList<>();
      for (String address : shards) {
        responses.add(opening.submit(() -> open(address, handler, params)));
      }
      for (Future<Shard> response : responses) {
        opened.add(response.get());
      }
    } finally {
      opening.shutdown();
    }
    PriorityQueue<Shard> byId = new PriorityQueue<>(Comparator.comparing(shard -> shard.id));
    for (Shard shard : opened) {
      if (shard.next()) {
        byId.add(shard);
      }
    }
    for (long read = 0; read < maxTuples && !byId.isEmpty(); read++) {
      Shard lowest = byId.remove();
      tuples++;
      if (lowest.next()) {
        byId.add(lowest);
      }
    }
    for (Shard shard : opened) {
      shard.parser.close();
    }
  }

  private Shard open(String address, String handler, ModifiableSolrParams params) throws Exception {
    QueryRequest request = new QueryRequest(params, SolrRequest.METHOD.POST);
    request.setPath(handler);
    request.setResponseParser(new InputStreamResponseParser("json"));
    Object response =
        client.requestWithBaseUrl(address, request, null).get(InputStreamResponseParser.STREAM_KEY);
    return new Shard(json.createParser((InputStream) response));
  }

  private static final class Shard {
    private final JsonParser parser;
    private String id;

    Shard(JsonParser parser) {
      this.parser = parser;
    }

    /** Advances to the next id. At the end, closes the response and returns false. */
    boolean next() throws IOException {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME && parser.currentName().equals("id")) {
          id = parser.nextTextValue();
          return true;
        }
      }
      parser.close();
      return false;
    }
  }
}
