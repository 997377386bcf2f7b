package io.streambench.cluster;

import io.streambench.config.CollectionAddress;
import io.streambench.config.Text;
import io.streambench.transport.RawAnswer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.InputStreamResponseParser;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;
import org.apache.solr.common.util.Utils;

/**
 * Asks a replica for some of its documents in the words of {@code SolrStream}, and counts the bytes
 * that come back: JSON, indented, since a stream asks for nothing else.
 */
record ShardProbe(Http2SolrClient client, String fields, Duration limit) {
  private static final int OK = 200;

  /** The status codes 401 and 403, for which {@link CloudConnection#asking} has messages. */
  private static final List<Integer> REFUSALS =
      List.of(SolrException.ErrorCode.UNAUTHORIZED.code, SolrException.ErrorCode.FORBIDDEN.code);

  /** The documents of a replica, and the size of an answer without any. */
  record Empty(long documents, int bytes) {}

  Empty count(Replica replica) throws Exception {
    byte[] answer = ask(replica, 0, "asc", InputStream::readAllBytes);
    Object found =
        Utils.getObjectByPath(
            Utils.fromJSON(new ByteArrayInputStream(answer)), false, "response/numFound");
    return new Empty(((Number) found).longValue(), answer.length);
  }

  /** Reads the oldest (asc) or newest (desc) documents; returns the size of the answer. */
  long bytes(Replica replica, int rows, String order) throws Exception {
    return ask(replica, rows, order, in -> in.transferTo(OutputStream.nullOutputStream()));
  }

  private interface Reading<T> {
    T of(InputStream answer) throws IOException;
  }

  private <T> T ask(Replica replica, int rows, String order, Reading<T> reading) throws Exception {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set(CommonParams.Q, "*:*");
    params.set(CommonParams.FL, fields);
    params.set(CommonParams.SORT, "_docid_ " + order);
    params.set(CommonParams.ROWS, rows);
    params.set(CommonParams.DISTRIB, false);
    QueryRequest request = new QueryRequest(params, SolrRequest.METHOD.POST);
    request.setPath("/" + replica.getCoreName() + "/select");
    request.setResponseParser(new InputStreamResponseParser(CommonParams.JSON));
    try {
      return client.requestWithBaseUrl(
          replica.getBaseUrl(), node -> read(node.request(request), reading));
    } catch (SolrServerException | IOException e) {
      throw unanswered(replica, Text.of(" within %d s", limit.toSeconds()), e);
    } catch (SolrException e) {
      if (REFUSALS.contains(e.code())) {
        throw e;
      }
      throw unanswered(replica, "", e);
    }
  }

  private static ClusterException unanswered(Replica replica, String how, Exception failure) {
    return ClusterException.of(
        CollectionAddress.ZK,
        Text.of("be of a cluster whose nodes answer%s (%s)", how, ClusterException.rootOf(failure)),
        replica.getCoreUrl(),
        failure);
  }

  private static <T> T read(NamedList<Object> response, Reading<T> reading) throws IOException {
    RawAnswer raw = RawAnswer.of(response);
    try (InputStream answer = raw.body()) {
      if (raw.status() != OK) {
        throw new SolrException(
            SolrException.ErrorCode.getErrorCode(raw.status()), "status " + raw.status());
      }
      return reading.of(answer);
    }
  }
}
