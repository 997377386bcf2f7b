package io.streambench.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.bench.settings.DocumentSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.request.AbstractUpdateRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ShardParams;
import org.apache.solr.common.util.NamedList;
import org.junit.jupiter.api.Test;

class BulkIndexerTest {

  /** Handles an update before it is recorded. */
  private interface UpdateHandler {
    void accept(UpdateRequest update) throws IOException;
  }

  /** A client that records updates. */
  private static class RecordingClient extends SolrClient {
    private static final long serialVersionUID = 1L;
    final transient ConcurrentLinkedQueue<List<SolrInputDocument>> batches =
        new ConcurrentLinkedQueue<>();
    final AtomicInteger commits = new AtomicInteger();
    private final transient UpdateHandler sink;

    RecordingClient(UpdateHandler sink) {
      this.sink = sink;
    }

    @Override
    public NamedList<Object> request(SolrRequest<?> request, String collection) throws IOException {
      UpdateRequest update = (UpdateRequest) request;
      if (update.getAction() == AbstractUpdateRequest.ACTION.COMMIT) {
        commits.incrementAndGet();
      } else {
        sink.accept(update);
        batches.add(update.getDocuments());
      }
      return new NamedList<>();
    }

    @Override
    public void close() {}
  }

  private static void awaitOthers(CountDownLatch barrier) throws IOException {
    barrier.countDown();
    try {
      barrier.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static BulkIndexer createIndexer(
      RecordingClient updates, int documents, int threads, int batch) {
    return new BulkIndexer(
        new DocumentSettings(documents, 64, 2, threads, batch), Optional.empty(), updates, "c");
  }

  @Test
  void sendsEachDocumentOnceInBatchesAndCommits() throws Exception {
    RecordingClient updates = new RecordingClient(update -> {});
    createIndexer(updates, 1003, 4, 100).index();
    TreeSet<Object> ids = new TreeSet<>();
    updates.batches.forEach(batch -> batch.forEach(doc -> ids.add(doc.getFieldValue("id"))));
    assertThat(ids).hasSize(1003);
    assertThat(ids.last()).isEqualTo(SyntheticDocuments.id(1002));
    assertThat(updates.batches).hasSize(11).allMatch(batch -> batch.size() <= 100);
    assertThat(updates.commits).hasValue(1);
  }

  @Test
  void sendsEachRunToItsShardInSeparateBatches() throws Exception {
    Map<String, TreeSet<Object>> byShard = new ConcurrentHashMap<>();
    RecordingClient updates =
        new RecordingClient(
            update ->
                update
                    .getDocuments()
                    .forEach(
                        document ->
                            byShard
                                .computeIfAbsent(
                                    update.getParams().get(ShardParams._ROUTE_),
                                    shard -> new TreeSet<>())
                                .add(document.getFieldValue("id"))));
    new BulkIndexer(
            new DocumentSettings(1_000, 64, 2, 0, 300),
            Optional.of(new DocumentRuns(1_000, 3)),
            updates,
            "c")
        .index();
    assertThat(byShard).containsOnlyKeys("shard1", "shard2", "shard3");
    assertThat(byShard.get("shard1")).hasSize(333).last().isEqualTo(SyntheticDocuments.id(332));
    assertThat(byShard.get("shard2")).hasSize(333).last().isEqualTo(SyntheticDocuments.id(665));
    assertThat(byShard.get("shard3")).hasSize(334).first().isEqualTo(SyntheticDocuments.id(666));
  }

  @Test
  void sendsBatchesSequentiallyWithoutThreads() throws Exception {
    Thread caller = Thread.currentThread();
    RecordingClient updates =
        new RecordingClient(update -> assertThat(Thread.currentThread()).isSameAs(caller));
    createIndexer(updates, 10, 0, 3).index();
    assertThat(updates.batches).hasSize(4);
  }

  @Test
  void keepsOneRequestInFlightPerThread() throws Exception {
    CountDownLatch allThere = new CountDownLatch(3);
    RecordingClient updates = new RecordingClient(update -> awaitOthers(allThere));
    createIndexer(updates, 30, 3, 10).index();
    assertThat(updates.batches).hasSize(3);
  }

  @Test
  void reportsEveryFailureAndDoesNotCommit() {
    CountDownLatch bothThere = new CountDownLatch(2);
    RecordingClient updates =
        new RecordingClient(
            update -> {
              awaitOthers(bothThere);
              throw new IOException("disk on fire");
            });
    assertThatThrownBy(() -> createIndexer(updates, 1000, 2, 10).index())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("indexing into c failed 2 times, first: ")
        .hasMessageContaining("disk on fire")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertThat(updates.commits).hasValue(0);
  }
}
