package io.streambench.bench.load;

import io.streambench.bench.load.Requests.Answer;
import io.streambench.config.Text;
import io.streambench.transport.ServerTimings;
import java.io.IOException;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.client.solrj.response.UpdateResponse;
import org.eclipse.jetty.server.Request;

/** Updates of one document each, without a commit. */
public final class DocumentWrites implements Requests {
  private final Target target;
  private final WrittenDocuments documents;

  public DocumentWrites(Target target, WrittenDocuments documents) {
    this.target = target;
    this.documents = documents;
  }

  @Override
  public Request next(int thread) {
    UpdateRequest update = new UpdateRequest();
    update.add(documents.next());
    return () -> send(update, target.node(thread));
  }

  private Answer send(UpdateRequest update, String node) throws SolrServerException, IOException {
    ServerTimings.Heard heard = target.timings().next();
    UpdateResponse response = target.solr().requestWithBaseUrl(node, target.collection(), update);
    if (response.getStatus() != 0) {
      throw new WrongAnswer("status " + response.getStatus());
    }
    return Answer.of(Target.serverNanos(heard, response.getQTime()), documents.bytes(), 0);
  }

  /**
   * Checks how many documents are there. One that was not acknowledged may have been written all
   * the same.
   */
  @Override
  public void verify(long sent, long acknowledged) throws SolrServerException, IOException {
    try (CloudHttp2SolrClient cloud = target.cluster().cloud(target.solr())) {
      long found = documents.committed(cloud, target.collection());
      if (found < acknowledged || found > sent) {
        throw new IllegalStateException(
            Text.of(
                "%,d of %,d documents were acknowledged, and %,d are there",
                acknowledged, sent, found));
      }
      documents.remove(cloud, target.collection());
    }
  }
}
