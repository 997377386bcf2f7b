package io.streambench.documents;

import io.streambench.config.DocumentSettings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.params.ShardParams;

/** Puts the documents into a collection, in batches, several requests at a time. */
public final class BulkIndexer {
  private final DocumentSettings settings;
  private final SyntheticDocuments documents;
  private final Optional<DocumentRuns> runs;
  private final SolrClient client;
  private final String collection;

  /**
   * Prepares to index.
   *
   * @param runs the shard of each document, if the collection routes by shard names
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
   * @throws IndexingException naming the first failure; no commit is made then
   */
  public double index() throws InterruptedException {
    return index(Terminal.open());
  }

  double index(Optional<PrintStream> terminal) throws InterruptedException {
    try (IndexingProgress progress = new IndexingProgress(settings, terminal)) {
      List<Exception> failures = Collections.synchronizedList(new ArrayList<>());
      AtomicInteger next = new AtomicInteger();
      Runnable sender = () -> sendBatches(next, progress, failures);
      if (settings.indexThreads() == 0) {
        sender.run();
      } else {
        inParallel(Math.min(settings.indexThreads(), batches()), sender);
      }
      if (failures.isEmpty()) {
        commit(failures);
      }
      if (!failures.isEmpty()) {
        throw new IndexingException(collection, List.copyOf(failures));
      }
      return progress.seconds();
    }
  }

  private static void inParallel(int threads, Runnable sender) throws InterruptedException {
    List<Thread> senders = new ArrayList<>();
    for (int i = 1; i <= threads; i++) {
      Thread thread = new Thread(sender, "streambench-index-" + i);
      thread.setDaemon(true);
      thread.start();
      senders.add(thread);
    }
    try {
      for (Thread thread : senders) {
        thread.join();
      }
    } finally {
      senders.forEach(Thread::interrupt);
    }
  }

  private int batches() {
    return (int) Math.ceil(settings.docCount() / (double) settings.batchSize());
  }

  /** Takes batch after batch until none is left or one has failed. */
  private void sendBatches(
      AtomicInteger next, IndexingProgress progress, List<Exception> failures) {
    try {
      int batch = next.getAndIncrement();
      while (failures.isEmpty() && batch < batches()) {
        int from = batch * settings.batchSize();
        int to = (int) Math.min(settings.docCount(), (long) from + settings.batchSize());
        send(from, to);
        progress.add(to - from);
        batch = next.getAndIncrement();
      }
    } catch (Exception e) {
      failures.add(e);
    } catch (Error e) {
      failures.add(new ExecutionException(e));
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
      update
          .add(IntStream.range(begin, end).mapToObj(documents::document).toList())
          .process(client, collection);
      begin = end;
    }
  }

  private void commit(List<Exception> failures) {
    try {
      client.commit(collection);
    } catch (Exception e) {
      failures.add(e);
    }
  }
}
