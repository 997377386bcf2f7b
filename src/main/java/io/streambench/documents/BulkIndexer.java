package io.streambench.documents;

import io.streambench.config.DocumentSettings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ShardParams;

/** Puts the documents into a collection, in batches, several requests at a time. */
public final class BulkIndexer {
  private final DocumentSettings settings;
  private final SyntheticDocuments documents;
  private final Optional<DocumentRuns> runs;
  private final SolrClient client;
  private final String collection;
  private final AtomicBoolean failed = new AtomicBoolean();

  /**
   * Prepares to index.
   *
   * @param runs the shard of each document, if the collection is to be told; it routes by shard
   *     names then
   * @param client used by all indexing threads at once
   */
  public BulkIndexer(
      DocumentSettings settings,
      Optional<DocumentRuns> runs,
      SolrClient client,
      String collection) {
    this.settings = settings;
    this.runs = runs;
    this.documents = new SyntheticDocuments(settings);
    this.client = client;
    this.collection = collection;
  }

  /**
   * Indexes and commits.
   *
   * @return seconds it took
   * @throws IndexingException naming the first failure, the others attached to it; no commit is
   *     made then
   */
  public double index() throws InterruptedException {
    return index(Terminal.open());
  }

  double index(Optional<PrintStream> terminal) throws InterruptedException {
    try (IndexingProgress progress = new IndexingProgress(settings, terminal)) {
      AtomicInteger next = new AtomicInteger();
      List<Exception> failures =
          settings.indexThreads() == 0
              ? failuresOf(() -> sendBatches(next, progress))
              : inParallel(next, progress);
      if (!failures.isEmpty()) {
        throw new IndexingException(collection, failures);
      }
      commit();
      return progress.seconds();
    }
  }

  private List<Exception> inParallel(AtomicInteger next, IndexingProgress progress)
      throws InterruptedException {
    int threads = Math.min(settings.indexThreads(), batches());
    AtomicInteger number = new AtomicInteger();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              Thread thread = new Thread(task, "streambench-index-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<Future<?>> senders = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        senders.add(
            pool.submit(
                () -> {
                  sendBatches(next, progress);
                  return null;
                }));
      }
      List<Exception> failures = new ArrayList<>();
      for (Future<?> sender : senders) {
        failures.addAll(failuresOf(() -> await(sender)));
      }
      return failures;
    } finally {
      pool.shutdownNow();
    }
  }

  private int batches() {
    return (int) Math.ceil(settings.docCount() / (double) settings.batchSize());
  }

  /** Takes batch after batch until none is left or one has failed. */
  private void sendBatches(AtomicInteger next, IndexingProgress progress) throws Exception {
    while (!failed.get()) {
      int batch = next.getAndIncrement();
      if (batch >= batches()) {
        return;
      }
      int from = batch * settings.batchSize();
      int to = (int) Math.min(settings.docCount(), (long) from + settings.batchSize());
      try {
        send(from, to);
      } catch (Exception e) {
        failed.set(true);
        throw e;
      }
      progress.add(to - from);
    }
  }

  /** A request goes to one shard, so a batch is cut where a run ends. */
  private void send(int from, int to) throws Exception {
    int begin = from;
    while (begin < to) {
      UpdateRequest update = new UpdateRequest();
      int end = to;
      if (runs.isPresent()) {
        int shard = runs.get().shardOf(begin);
        update.setParam(ShardParams._ROUTE_, DocumentRuns.shardName(shard));
        end = Math.min(to, runs.get().end(shard));
      }
      update.add(documents(begin, end)).process(client, collection);
      begin = end;
    }
  }

  private List<SolrInputDocument> documents(int from, int to) {
    return IntStream.range(from, to).mapToObj(documents::document).toList();
  }

  private void commit() {
    try {
      client.commit(collection);
    } catch (Exception e) {
      throw new IndexingException(collection, List.of(e));
    }
  }

  private static void await(Future<?> sender) throws Exception {
    try {
      sender.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private interface Step {
    void run() throws Exception;
  }

  private static List<Exception> failuresOf(Step step) throws InterruptedException {
    try {
      step.run();
      return List.of();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return List.of(e);
    }
  }
}
