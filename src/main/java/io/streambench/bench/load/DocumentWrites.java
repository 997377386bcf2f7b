package io.streambench.bench.load;

import io.streambench.base.TextFormat;
import io.streambench.bench.documents.SyntheticDocuments;
import io.streambench.bench.load.RequestSource.Response;
import io.streambench.bench.settings.DocumentSettings;
import io.streambench.bench.transport.ServerTimings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.client.solrj.response.UpdateResponse;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * A source of update requests that each add one document, without a commit. The documents'
 * identifiers are unique to this fork, since other forks may share the cluster.
 */
public final class DocumentWrites implements RequestSource {
  /** The size from which a document takes longer to create than to send. */
  private static final int MIN_LARGE_DOCUMENT_BYTES = 65_536;

  /** The number of large documents created in advance and sent repeatedly with new identifiers. */
  private static final int PREPARED_DOCUMENT_COUNT = 8;

  private final Target target;
  private final SyntheticDocuments documents;
  private final List<SolrInputDocument> preparedDocuments = new ArrayList<>();
  private final AtomicInteger nextNumber = new AtomicInteger();
  private final String idPrefix =
      Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX)
          + "-"
          + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX)
          + "-";

  public DocumentWrites(Target target, DocumentSettings settings) {
    this.target = target;
    this.documents = new SyntheticDocuments(settings);
    for (int i = 0;
        i < PREPARED_DOCUMENT_COUNT && settings.docSizeBytes() >= MIN_LARGE_DOCUMENT_BYTES;
        i++) {
      preparedDocuments.add(documents.document(i));
    }
  }

  @Override
  public Request next(int thread) {
    int number = nextNumber.getAndIncrement();
    SolrInputDocument document =
        preparedDocuments.isEmpty()
            ? documents.document(number)
            : preparedDocuments.get(Math.floorMod(number, PREPARED_DOCUMENT_COUNT)).deepCopy();
    document.setField("id", idPrefix + number);
    UpdateRequest update = new UpdateRequest().add(document);
    return () -> send(update, target.nodeForThread(thread));
  }

  private Response send(UpdateRequest update, String node) throws SolrServerException, IOException {
    ServerTimings.ServerTiming timing = target.client().timings().expectNextTiming();
    UpdateResponse response = target.client().request(node, target.cluster().collection(), update);
    if (response.getStatus() != 0) {
      throw new WrongResponseException("status " + response.getStatus());
    }
    return Response.of(
        timing.nanosOrElse(response.getQTime()), documents.settings().docSizeBytes(), 0);
  }

  /**
   * Counts and removes this fork's documents. Throws if there are fewer than {@code acknowledged}
   * or more than {@code sent}; a document without an acknowledgement may have been written.
   */
  @Override
  public void verify(long sent, long acknowledged) throws SolrServerException, IOException {
    String collection = target.cluster().collection();
    String ownDocuments = "{!prefix f=id}" + idPrefix;
    try (CloudHttp2SolrClient cloud =
        target.client().newCloudClientBuilder(target.cluster().zkHost()).build()) {
      cloud.commit(collection);
      ModifiableSolrParams count = new ModifiableSolrParams();
      count.set(CommonParams.Q, ownDocuments);
      count.set(CommonParams.ROWS, 0);
      long found = cloud.query(collection, count).getResults().getNumFound();
      if (found < acknowledged || found > sent) {
        throw new IllegalStateException(
            TextFormat.of(
                "%,d of %,d documents were acknowledged, and %,d are there",
                acknowledged, sent, found));
      }
      cloud.deleteByQuery(collection, ownDocuments);
      cloud.commit(collection);
    }
  }
}
