package io.streambench.transport;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.client.solrj.io.stream.CloudSolrStream;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.eclipse.jetty.client.HttpClient;

/**
 * Reads a collection again and again, as a user's program would. Run from its source, with nothing
 * of this project on the class path. For each line on its standard input it prints Jetty's own dump
 * of its client, and a line of its own behind it. If it is to wait, it reads one document first,
 * and goes on at the first line.
 */
public final class EndlessReader {
  static final String END = "END OF DUMP";
  static final String WAITS = "waits";

  private EndlessReader() {}

  /**
   * @param args address of ZooKeeper, collection, documents; {@value #WAITS} if it is to wait
   */
  public static void main(String[] args) throws Exception {
    Http2SolrClient client = new Http2SolrClient.Builder().build();
    SolrClientCache cache = new SolrClientCache(client);
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    if (args.length == 4) {
      read(cache, args[0], args[1], "1");
      System.out.println(WAITS);
      lines.readLine();
    }
    Thread answers = new Thread(() -> answer(client, lines), "answers");
    answers.setDaemon(true);
    answers.start();
    while (true) {
      read(cache, args[0], args[1], args[2]);
    }
  }

  private static void read(SolrClientCache cache, String zkHost, String collection, String rows)
      throws Exception {
    ModifiableSolrParams query = new ModifiableSolrParams();
    query.set("q", "*:*");
    query.set("fl", "id,text1_ts");
    query.set("sort", "id asc");
    query.set("rows", rows);
    StreamContext context = new StreamContext();
    context.setSolrClientCache(cache);
    try (CloudSolrStream stream = new CloudSolrStream(zkHost, collection, query)) {
      stream.setStreamContext(context);
      stream.open();
      Tuple tuple = stream.read();
      while (!tuple.EOF) {
        tuple = stream.read();
      }
    }
  }

  private static void answer(Http2SolrClient client, BufferedReader lines) {
    try {
      Method jettys = Http2SolrClient.class.getDeclaredMethod("getHttpClient");
      jettys.setAccessible(true);
      while (lines.readLine() != null) {
        System.out.println(((HttpClient) jettys.invoke(client)).dump());
        System.out.println(END);
      }
      Runtime.getRuntime().halt(0); // whoever started it is gone
    } catch (Exception e) {
      e.printStackTrace();
    }
  }
}
