package io.streambench.merge;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Reads all documents in their order. As {@code CloudSolrStream} does, it opens all shards at the
 * same time, waits until it has the first document of each, and then reads on only from the shard
 * whose document it has just taken. Every answer is checked.
 */
public final class MergingReader implements AutoCloseable {
  /** The buffer size of SolrJ's response parser. */
  private static final int BUFFER_BYTES = 8_192;

  private final MergeClient client;
  private final List<Integer> ports;
  private final MergedDocuments documents;
  private final ExecutorService openers;

  /**
   * @param ports of the nodes; shard n is on the node n modulo their number
   */
  public MergingReader(MergeClient client, List<Integer> ports, MergedDocuments documents) {
    this.client = client;
    this.ports = List.copyOf(ports);
    this.documents = documents;
    AtomicInteger number = new AtomicInteger();
    this.openers =
        Executors.newCachedThreadPool(
            task -> {
              Thread opener = new Thread(task, "opener-" + number.incrementAndGet());
              opener.setDaemon(true);
              return opener;
            });
  }

  /**
   * Performs one operation.
   *
   * @param progress gets the number of documents read so far
   * @throws IOException if an answer cannot be had, or is not what was asked for
   */
  public void perform(MergeOperation operation, IntConsumer progress)
      throws IOException, InterruptedException {
    switch (operation) {
      case READ -> read(progress);
      case CLOSE_EARLY -> closeEarly(progress);
    }
  }

  /**
   * Reads once.
   *
   * @param progress gets the number of documents read so far, after each
   * @throws IOException if an answer cannot be had, or is not what was asked for
   */
  public void read(IntConsumer progress) throws IOException, InterruptedException {
    List<Shard> opened = open();
    try {
      PriorityQueue<Shard> byNumber =
          new PriorityQueue<>(Comparator.comparingInt(shard -> shard.number));
      opened.stream().filter(shard -> !shard.ended).forEach(byNumber::add);
      int read = 0;
      while (!byNumber.isEmpty()) {
        Shard lowest = byNumber.remove();
        if (lowest.number != read) {
          throw new IOException("document " + read + " is missing, " + lowest.number + " came");
        }
        progress.accept(++read);
        lowest.next();
        if (!lowest.ended) {
          byNumber.add(lowest);
        }
      }
      if (read != documents.documents()) {
        throw new IOException(read + " documents came of " + documents.documents());
      }
    } finally {
      close(opened);
    }
  }

  /**
   * Opens all shards, and closes them after the first document of each: so the rest of every answer
   * is cancelled.
   */
  private void closeEarly(IntConsumer progress) throws IOException, InterruptedException {
    List<Shard> opened = open();
    try {
      for (int shard = 0; shard < opened.size(); shard++) {
        Shard first = opened.get(shard);
        if (!first.ended && documents.shardOf(first.number) != shard) {
          throw new IOException("document " + first.number + " came from shard " + shard);
        }
      }
      progress.accept(opened.size());
    } finally {
      close(opened);
    }
  }

  /**
   * Opens a connection to each node and reads a document over it. Versions of Jetty differ in how
   * many connections a client makes that has none and is asked for many answers at once.
   */
  public void connect() throws IOException, InterruptedException {
    MergedDocuments one = new MergedDocuments(1, MergedDocuments.LEAST_BYTES, 1, true);
    for (int port : ports) {
      try (MergingReader reader = new MergingReader(client, List.of(port), one)) {
        reader.read(read -> {});
      }
    }
  }

  /** All shards, each with its first document. */
  private List<Shard> open() throws IOException, InterruptedException {
    List<Future<Shard>> opening = new ArrayList<>();
    for (int shard = 0; shard < documents.shards(); shard++) {
      int port = ports.get(shard % ports.size());
      String query = documents.query(shard);
      opening.add(openers.submit(() -> opened(port, query)));
    }
    List<Shard> opened = new ArrayList<>();
    Throwable failure = null;
    for (Future<Shard> one : opening) {
      try {
        opened.add(one.get());
      } catch (ExecutionException e) {
        failure = e.getCause();
      }
    }
    if (failure == null) {
      return opened;
    }
    try {
      close(opened);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    throw failure instanceof IOException known ? known : new IOException(failure);
  }

  /** Closes all, and then throws the first failure. */
  private static void close(List<Shard> opened) throws IOException {
    IOException failure = null;
    for (Shard shard : opened) {
      try {
        shard.in.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private Shard opened(int port, String query) throws Exception {
    Shard shard = new Shard(client.open(port, query), documents.documentBytes());
    shard.next();
    return shard;
  }

  @Override
  public void close() {
    openers.shutdownNow();
  }

  /** An answer, and its document whose turn has not come. */
  private static final class Shard {
    private final InputStream in;
    private final byte[] document;
    private int number;
    private boolean ended;

    Shard(InputStream answer, int documentBytes) {
      this.in = new BufferedInputStream(answer, BUFFER_BYTES);
      this.document = new byte[documentBytes];
    }

    void next() throws IOException {
      int bytes = in.readNBytes(document, 0, document.length);
      if (bytes == 0) {
        ended = true;
        return;
      }
      number = bytes == document.length ? ShardAnswer.numberOf(document) : -1;
      if (number < 0) {
        throw new IOException("not a document: " + bytes + " of " + document.length + " bytes");
      }
    }
  }
}
