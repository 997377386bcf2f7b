package io.streambench.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.bench.load.Requests.Answer;
import io.streambench.config.LoadSettings;
import io.streambench.config.Text;
import io.streambench.documents.SyntheticDocuments;
import io.streambench.transport.RawAnswer;
import io.streambench.transport.ServerTimings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.InputStreamResponseParser;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;
import org.eclipse.jetty.server.Request;

/**
 * Reads of some documents with all their fields, as a stream of JSON. The pages are read once
 * beforehand and looked into; from then on a page has to come byte by byte as it came then.
 */
public final class PageReads implements Requests {
  private static final int BUFFER_BYTES = 32_768;

  private final Target target;
  private final int rows;
  private final List<PageText.Seen> pages = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();

  public PageReads(Target target, LoadSettings settings) throws SolrServerException, IOException {
    this.target = target;
    this.rows = settings.readRows();
    for (int page = 0; page < settings.documents().docCount() / rows; page++) {
      pages.add(looked(page));
    }
  }

  private PageText.Seen looked(int page) throws SolrServerException, IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    PageText text = new PageText();
    try (InputStream in = open(page, 0)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int length; (length = in.read(buffer)) >= 0; ) {
        text.add(buffer, length);
        all.write(buffer, 0, length);
      }
    }
    JsonNode documents = new ObjectMapper().readTree(all.toByteArray()).at("/response/docs");
    if (documents.size() != rows) {
      throw new WrongAnswer(
          Text.of("%d documents on page %d instead of %d", documents.size(), page, rows));
    }
    for (int i = 0; i < rows; i++) {
      String id = SyntheticDocuments.id(page * rows + i);
      if (!documents.get(i).path("id").asText().equals(id)) {
        throw new WrongAnswer("not document " + id);
      }
    }
    return text.seen();
  }

  private InputStream open(int page, int thread) throws SolrServerException, IOException {
    ModifiableSolrParams query = new ModifiableSolrParams();
    query.set(CommonParams.Q, "*:*");
    query.set(CommonParams.SORT, "id asc");
    query.set(CommonParams.START, page * rows);
    query.set(CommonParams.ROWS, rows);
    QueryRequest select = new QueryRequest(query);
    select.setResponseParser(new InputStreamResponseParser("json"));
    NamedList<Object> response =
        target
            .solr()
            .requestWithBaseUrl(
                target.node(thread), node -> node.request(select, target.collection()));
    RawAnswer raw = RawAnswer.of(response);
    if (raw.status() != 200) {
      raw.body().close();
      throw new WrongAnswer("HTTP status " + raw.status());
    }
    return raw.body();
  }

  @Override
  public Request next(int thread) {
    int page = Math.floorMod(next.getAndIncrement(), pages.size());
    return () -> send(page, thread);
  }

  private Answer send(int page, int thread) throws SolrServerException, IOException {
    ServerTimings.Heard heard = target.timings().next();
    PageText text = new PageText();
    long firstByte = 0;
    try (InputStream in = open(page, thread)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int length; (length = in.read(buffer)) >= 0; ) {
        if (firstByte == 0) {
          firstByte = System.nanoTime();
        }
        text.add(buffer, length);
      }
    }
    if (!text.seen().equals(pages.get(page))) {
      throw new WrongAnswer("page " + page + " is not what it was");
    }
    return new Answer(
        Target.serverNanos(heard, text.queryMillis()), OptionalLong.of(firstByte), 0, text.bytes());
  }
}
