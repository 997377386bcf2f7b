package io.streambench.bench.load;

import io.streambench.bench.documents.SyntheticDocuments;
import io.streambench.bench.load.RequestSource.Response;
import io.streambench.bench.settings.DocumentSettings;
import io.streambench.bench.transport.ServerTimings;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * A source of real-time get requests, each for the identifier and an integer field of one document.
 */
public final class Lookups implements RequestSource {
  /** The approximate size of a response: an identifier of ten digits and an int. */
  private static final int RESPONSE_BYTES = 14;

  private static final int ID_BYTES = 10;

  private final Target target;
  private final int documentCount;
  private final AtomicInteger nextDocument = new AtomicInteger();

  public Lookups(Target target, DocumentSettings documents) {
    this.target = target;
    this.documentCount = documents.docCount();
  }

  @Override
  public Request next(int thread) {
    String id = SyntheticDocuments.id(Math.floorMod(nextDocument.getAndIncrement(), documentCount));
    ModifiableSolrParams query = new ModifiableSolrParams();
    query.set(CommonParams.ID, id);
    query.set(CommonParams.FL, "id,int1_i_dv");
    QueryRequest get = new QueryRequest(query);
    get.setPath("/get");
    return () -> send(get, id, target.nodeForThread(thread));
  }

  private Response send(QueryRequest get, String id, String node)
      throws SolrServerException, IOException {
    ServerTimings.ServerTiming timing = target.client().timings().expectNextTiming();
    QueryResponse response = target.client().request(node, target.cluster().collection(), get);
    if (!(response.getResponse().get("doc") instanceof SolrDocument document)
        || !id.equals(document.getFieldValue("id"))) {
      throw new WrongResponseException("not document " + id);
    }
    return Response.of(timing.nanosOrElse(response.getQTime()), ID_BYTES, RESPONSE_BYTES);
  }
}
