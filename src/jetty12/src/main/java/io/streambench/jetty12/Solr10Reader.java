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
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.jetty.HttpJettySolrClient;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.client.solrj.response.InputStreamResponseParser;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * Merges shards over SolrJ 10's own client as {@code CloudSolrStream} does: it holds one tuple of
 * each, takes the one with the lowest id, and reads on in that shard alone. Needs Jackson and SolrJ
 * and nothing else.
 */
public final class Solr10Reader {
  private static final int SILENT_SECONDS = 10;
  private static final int SILENT = 3;

  private final HttpJettySolrClient client = new HttpJettySolrClient.Builder().build();
  private final JsonFactory json = new JsonFactory();
  private volatile long tuples;

  private Solr10Reader() {}

  /**
   * Prints a line for each query, and ends with status 3 where no tuple comes for ten seconds.
   *
   * @param args queries, handler, documents, and the addresses of the shards' replicas
   */
  public static void main(String[] args) throws Exception {
    Solr10Reader reader = new Solr10Reader();
    Thread watching = new Thread(reader::endWhenSilent, "watching");
    watching.setDaemon(true);
    watching.start();
    int documents = Integer.parseInt(args[2]);
    for (int query = 1; query <= Integer.parseInt(args[0]); query++) {
      long before = reader.tuples;
      reader.merge(args[1], documents, List.of(args).subList(3, args.length));
      System.out.println("query " + query + ": " + (reader.tuples - before) + " tuples");
    }
    System.exit(0);
  }

  private void endWhenSilent() {
    try {
      for (long before = -1; before != tuples; ) {
        before = tuples;
        TimeUnit.SECONDS.sleep(SILENT_SECONDS);
      }
    } catch (InterruptedException e) {
      return; // the reader has ended
    }
    System.out.println("silent after " + tuples + " tuples");
    Runtime.getRuntime().halt(SILENT);
  }

  private void merge(String handler, int documents, List<String> shards) throws Exception {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("q", "*:*");
    params.set("distrib", "false");
    params.set("sort", "id asc");
    params.set("rows", documents);
    PriorityQueue<Shard> byId = new PriorityQueue<>(Comparator.comparing(shard -> shard.id));
    List<Shard> opened = new ArrayList<>();
    for (String address : shards) {
      QueryRequest request = new QueryRequest(params, SolrRequest.METHOD.POST);
      request.setPath(handler);
      request.setResponseParser(new InputStreamResponseParser("json"));
      Object answer =
          client
              .requestWithBaseUrl(address, request, null)
              .get(InputStreamResponseParser.STREAM_KEY);
      opened.add(new Shard(json.createParser((InputStream) answer)));
    }
    for (Shard shard : opened) {
      if (shard.next()) {
        byId.add(shard);
      }
    }
    while (!byId.isEmpty()) {
      Shard lowest = byId.remove();
      tuples++;
      if (lowest.next()) {
        byId.add(lowest);
      }
    }
  }

  /** One answer. */
  private static final class Shard {
    private final JsonParser parser;
    private String id;

    Shard(JsonParser parser) {
      this.parser = parser;
    }

    /** Reads on to the next id; closes the answer at its end. */
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
