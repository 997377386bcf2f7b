package io.streambench.bench.documents;

import io.streambench.base.TextFormat;
import io.streambench.base.files.Threads;
import io.streambench.bench.settings.DocumentSettings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.params.ShardParams;

/**
 * An indexer that writes the synthetic documents to a collection, in batches and with parallel
 * requests.
 *
 * @param documentRuns assignment of documents to shards, if the collection does not route by hash
 */
public record BulkIndexer(
    DocumentSettings settings,
    Optional<DocumentRuns> documentRuns,
    SolrClient client,
    String collection) {
  /** Indexes and commits all documents; returns the seconds taken. Throws if a request fails. */
  public double index() throws InterruptedException {
    long startNanos = System.nanoTime();
    try (Progress progress = new Progress(settings.docCount())) {
      List<Exception> failures = Collections.synchronizedList(new ArrayList<>());
      AtomicInteger next = new AtomicInteger();
      Runnable sender = () -> sendBatches(next, progress, failures);
      if (settings.indexThreads() == 0) {
        sender.run();
      } else {
        runInParallel(Math.min(settings.indexThreads(), batchCount()), sender);
      }
      if (failures.isEmpty()) {
        commit(failures);
      }
      if (!failures.isEmpty()) {
        throw combineFailures(failures);
      }
      return (System.nanoTime() - startNanos) / 1e9;
    }
  }

  /**
   * Combines failures into one exception, whose message is short even if Solr quotes a document.
   */
  private IllegalStateException combineFailures(List<Exception> failures) {
    IllegalStateException failed =
        new IllegalStateException(
            TextFormat.of(
                "indexing into %s failed %d time(s), first: %.400s",
                collection, failures.size(), failures.get(0).toString()),
            failures.get(0));
    failures.stream().skip(1).forEach(failed::addSuppressed);
    return failed;
  }

  private static final class Progress implements AutoCloseable {
    private final Optional<PrintStream> terminal = Terminal.open();
    private final Optional<ProgressBar> bar;

    Progress(int documents) {
      bar =
          terminal.map(
              out ->
                  new ProgressBarBuilder()
                      .setTaskName("indexing")
                      .setInitialMax(documents)
                      .setStyle(ProgressBarStyle.ASCII)
                      .setUpdateIntervalMillis(200)
                      .setUnit(" docs", 1)
                      .showSpeed()
                      .setConsumer(new ConsoleProgressBarConsumer(out, 100))
                      .build());
    }

    void add(int acceptedCount) {
      bar.ifPresent(shown -> shown.stepBy(acceptedCount));
    }

    @Override
    public void close() {
      bar.ifPresent(ProgressBar::close);
      terminal.ifPresent(PrintStream::close);
    }
  }

  private static void runInParallel(int threads, Runnable sender) throws InterruptedException {
    ExecutorService senders =
        Executors.newFixedThreadPool(
            threads, runnable -> Threads.daemon("streambench-index", runnable));
    try {
      senders.invokeAll(Collections.nCopies(threads, Executors.callable(sender)));
    } finally {
      senders.shutdownNow();
    }
  }

  private int batchCount() {
    return (int) Math.ceil(settings.docCount() / (double) settings.batchSize());
  }

  /** Sends batches until all batches are sent or a batch has failed. */
  private void sendBatches(AtomicInteger nextBatch, Progress progress, List<Exception> failures) {
    try {
      int batch = nextBatch.getAndIncrement();
      while (failures.isEmpty() && batch < batchCount()) {
        int from = batch * settings.batchSize();
        int to = (int) Math.min(settings.docCount(), (long) from + settings.batchSize());
        sendDocuments(from, to);
        progress.add(to - from);
        batch = nextBatch.getAndIncrement();
      }
    } catch (Exception e) {
      failures.add(e);
    } catch (Error e) {
      failures.add(new ExecutionException(e));
    }
  }

  /**
   * Sends documents {@code firstNumber} to {@code endNumber} (exclusive), in one request per shard.
   */
  private void sendDocuments(int firstNumber, int endNumber) throws Exception {
    SyntheticDocuments documents = new SyntheticDocuments(settings);
    int begin = firstNumber;
    while (begin < endNumber) {
      UpdateRequest update = new UpdateRequest();
      int end = endNumber;
      if (documentRuns.isPresent()) {
        int shard = documentRuns.get().shardOf(begin);
        update.setParam(ShardParams._ROUTE_, DocumentRuns.shardName(shard));
        end = Math.min(endNumber, documentRuns.get().firstDocumentOf(shard + 1));
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
