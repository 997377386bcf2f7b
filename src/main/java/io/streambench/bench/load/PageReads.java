package io.streambench.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.base.TextFormat;
import io.streambench.base.files.Json;
import io.streambench.bench.documents.SyntheticDocuments;
import io.streambench.bench.load.RequestSource.Response;
import io.streambench.bench.settings.LoadSettings;
import io.streambench.bench.transport.ServerTimings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.InputStreamResponseParser;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;

/**
 * A source of requests that read pages of documents, with all fields, as JSON streams. Each page is
 * read once in advance and checked; all later responses must have the same bytes after the header.
 */
public final class PageReads implements RequestSource {
  private static final int BUFFER_BYTES = 32_768;

  private final Target target;
  private final int rowsPerPage;
  private final List<Page> pages = new ArrayList<>();
  private final AtomicInteger nextPage = new AtomicInteger();

  public PageReads(Target target, LoadSettings settings) throws SolrServerException, IOException {
    this.target = target;
    this.rowsPerPage = settings.readRows();
    for (int page = 0; page < settings.documents().docCount() / rowsPerPage; page++) {
      pages.add(readAndCheck(page));
    }
  }

  private Page readAndCheck(int page) throws SolrServerException, IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Page read;
    try (InputStream in = openPage(page, 0)) {
      read = Page.read(in, all);
    }
    JsonNode documents = Json.MAPPER.readTree(all.toByteArray()).at("/response/docs");
    if (documents.size() != rowsPerPage) {
      throw new WrongResponseException(
          TextFormat.of(
              "%d documents on page %d instead of %d", documents.size(), page, rowsPerPage));
    }
    for (int i = 0; i < rowsPerPage; i++) {
      String id = SyntheticDocuments.id(page * rowsPerPage + i);
      if (!documents.get(i).path("id").asText().equals(id)) {
        throw new WrongResponseException("not document " + id);
      }
    }
    return read;
  }

  private InputStream openPage(int page, int thread) throws SolrServerException, IOException {
    ModifiableSolrParams query = new ModifiableSolrParams();
    query.set(CommonParams.Q, "*:*");
    query.set(CommonParams.SORT, "id asc");
    query.set(CommonParams.START, page * rowsPerPage);
    query.set(CommonParams.ROWS, rowsPerPage);
    QueryRequest select = new QueryRequest(query);
    select.setResponseParser(new InputStreamResponseParser("json"));
    String collection = target.cluster().collection();
    NamedList<Object> response =
        target.client().request(target.nodeForThread(thread), collection, select).getResponse();
    // SolrJ has constants for these keys since 9.9.
    InputStream body = (InputStream) response.get("stream");
    int status = (int) response.get("responseStatus");
    if (status != 200) {
      body.close();
      throw new WrongResponseException("HTTP status " + status);
    }
    return body;
  }

  @Override
  public Request next(int thread) {
    int page = Math.floorMod(nextPage.getAndIncrement(), pages.size());
    return () -> send(page, thread);
  }

  private Response send(int page, int thread) throws SolrServerException, IOException {
    ServerTimings.ServerTiming timing = target.client().timings().expectNextTiming();
    Page read;
    try (InputStream in = openPage(page, thread)) {
      read = Page.read(in, OutputStream.nullOutputStream());
    }
    if (!read.matches(pages.get(page))) {
      throw new WrongResponseException("page " + page + " is not what it was");
    }
    return new Response(
        timing.nanosOrElse(read.queryMillis),
        OptionalLong.of(read.firstByteNanos),
        0,
        read.totalBytes);
  }

  /**
   * A received page. Its header contains Solr's query time, which varies; the rest is the same in
   * every response.
   *
   * @param totalBytes size of the whole page
   * @param bytesAfterHeader bytes after the header
   * @param checksum CRC-32 of the bytes after the header
   */
  record Page(
      long totalBytes,
      long bytesAfterHeader,
      long checksum,
      long queryMillis,
      long firstByteNanos) {
    private static final int HEAD_BYTES = 4096;
    private static final Pattern HEADER =
        Pattern.compile("\"QTime\"\\s*:\\s*(\\d+).*?\"response\"\\s*:", Pattern.DOTALL);

    static Page read(InputStream in, OutputStream copy) throws IOException {
      byte[] buffer = new byte[BUFFER_BYTES];
      int first = Math.max(0, in.read(buffer, 0, HEAD_BYTES));
      long firstByteNanos = System.nanoTime();
      int head = first + in.readNBytes(buffer, first, HEAD_BYTES - first);
      Matcher header = HEADER.matcher(new String(buffer, 0, head, StandardCharsets.ISO_8859_1));
      if (!header.find()) {
        throw new WrongResponseException("no page of Solr's");
      }
      CRC32 sum = new CRC32();
      sum.update(buffer, header.end(), head - header.end());
      copy.write(buffer, 0, head);
      long bytes = head;
      for (int length; (length = in.read(buffer)) >= 0; bytes += length) {
        sum.update(buffer, 0, length);
        copy.write(buffer, 0, length);
      }
      return new Page(
          bytes,
          bytes - header.end(),
          sum.getValue(),
          Long.parseLong(header.group(1)),
          firstByteNanos);
    }

    boolean matches(Page other) {
      return bytesAfterHeader == other.bytesAfterHeader && checksum == other.checksum;
    }
  }
}
