package io.streambench.bench.load;

import io.streambench.config.DocumentSettings;
import io.streambench.documents.SyntheticDocuments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.common.SolrInputDocument;

/**
 * The documents that one fork writes, told apart from those of others, which may share a cluster.
 */
public final class WrittenDocuments {
  /** Size from which it takes longer to make a document than to send it. */
  private static final int LARGE_BYTES = 65_536;

  /** Number of large documents made beforehand, and sent repeatedly under other identifiers. */
  private static final int PREPARED = 8;

  private final DocumentSettings settings;
  private final SyntheticDocuments documents;
  private final List<SolrInputDocument> prepared = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private final String idPrefix =
      Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX)
          + "-"
          + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX)
          + "-";

  /** Documents like these, each with an identifier of its own. */
  public WrittenDocuments(DocumentSettings settings) {
    this.settings = settings;
    this.documents = new SyntheticDocuments(settings);
    for (int i = 0; i < PREPARED && settings.docSizeBytes() >= LARGE_BYTES; i++) {
      prepared.add(documents.document(i));
    }
  }

  /** The length of the text of each. */
  int bytes() {
    return settings.docSizeBytes();
  }

  /** Another one; for any number of threads. */
  SolrInputDocument next() {
    int number = next.getAndIncrement();
    SolrInputDocument document =
        prepared.isEmpty()
            ? documents.document(number)
            : prepared.get(Math.floorMod(number, PREPARED)).deepCopy();
    document.setField("id", idPrefix + number);
    return document;
  }

  long committed(SolrClient solr, String collection) throws SolrServerException, IOException {
    solr.commit(collection);
    return solr.query(collection, new SolrQuery(all()).setRows(0)).getResults().getNumFound();
  }

  /** Removes them, so that the next fork finds what this one has found. */
  void remove(SolrClient solr, String collection) throws SolrServerException, IOException {
    solr.deleteByQuery(collection, all());
    solr.commit(collection);
  }

  private String all() {
    return "{!prefix f=id}" + idPrefix;
  }
}
