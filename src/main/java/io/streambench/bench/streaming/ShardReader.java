package io.streambench.bench.streaming;

import io.streambench.bench.cluster.Cluster;
import io.streambench.bench.dispatch.Dispatch;
import io.streambench.bench.documents.Contents;
import io.streambench.bench.documents.TupleCheck;
import io.streambench.bench.fork.RunProfiler;
import io.streambench.bench.settings.ShardFanOutSettings;
import io.streambench.bench.transport.OwnClient;
import io.streambench.bench.watchdog.TupleCounter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.client.solrj.io.stream.SolrStream;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A reader that merges one stream per shard by id, as {@code CloudSolrStream} does. The settings
 * specify the number of tasks that open the streams.
 */
public final class ShardReader implements CollectionReading {
  private static final String ID_FIELD = "id";

  private final Contents contents;
  private final List<String> leaderUrls;
  private final ShardFanOutSettings settings;
  private final Dispatch dispatch;
  private final ModifiableSolrParams query;
  private final StreamContext context = new StreamContext();
  private final LongAdder readCount = new LongAdder();
  private final LongAdder firstTupleNanos = new LongAdder();

  public ShardReader(Cluster cluster, OwnClient client, ShardFanOutSettings settings)
      throws IOException {
    this.contents = cluster.contents();
    this.leaderUrls = cluster.leaderReplicas(client).stream().map(Replica::getCoreUrl).toList();
    this.settings = settings;
    this.dispatch = Dispatch.of(settings.dispatchMode());
    context.setSolrClientCache(client.newStreamCache());
    query = CollectionReading.createQuery(contents);
    query.set(CommonParams.DISTRIB, false);
  }

  private static final class Shard {
    private final SolrStream stream;
    private Tuple nextTuple;

    Shard(SolrStream stream) {
      this.stream = stream;
    }

    String id() {
      return nextTuple.getString(ID_FIELD);
    }

    boolean advance() throws IOException {
      nextTuple = stream.read();
      return !nextTuple.EOF;
    }
  }

  @Override
  public long read(TupleCounter progress, Consumer<Tuple> consumer)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    List<Shard> shards = new ArrayList<>();
    for (String leader : leaderUrls) {
      SolrStream stream = new SolrStream(leader, query);
      stream.setStreamContext(context);
      shards.add(new Shard(stream));
    }
    openAll(shards);
    PriorityQueue<Shard> merge =
        new PriorityQueue<>(shards.size(), Comparator.comparing(Shard::id));
    for (Shard shard : shards) {
      if (shard.advance()) {
        merge.add(shard);
      }
    }
    firstTupleNanos.add(System.nanoTime() - start);
    readCount.increment();
    TupleCheck check = new TupleCheck(contents);
    for (Shard lowest = merge.poll(); lowest != null; lowest = merge.poll()) {
      progress.increment();
      check.checkTuple(lowest.nextTuple.getFields());
      consumer.accept(lowest.nextTuple);
      if (lowest.advance()) {
        merge.add(lowest);
      }
    }
    long tuples = check.finish();
    for (Shard shard : shards) {
      shard.stream.close();
    }
    return tuples;
  }

  private void openAll(List<Shard> shards) throws IOException, InterruptedException {
    int size = settings.opening().taskSize(shards.size(), settings.openBatchSize());
    List<Consumer<StreamContext>> tasks = new ArrayList<>();
    for (int from = 0; from < shards.size(); from += size) {
      List<Shard> batch = shards.subList(from, Math.min(shards.size(), from + size));
      tasks.add(opened -> batch.forEach(ShardReader::open));
    }
    try {
      dispatch.deliver(context, tasks, tasks.size());
    } catch (IllegalStateException e) {
      throw new IOException("a stream did not open: " + e.getCause().getMessage(), e.getCause());
    }
  }

  private static void open(Shard shard) {
    try {
      shard.stream.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the mean time from the start of a read to its first merged tuple. */
  @Override
  public List<ScalarResult> secondaryResults() {
    long count = readCount.sumThenReset();
    double millis = firstTupleNanos.sumThenReset() / 1e6;
    return count == 0
        ? List.of()
        : List.of(RunProfiler.averageResult("firstTuple, ms/op", millis / count));
  }

  @Override
  public void close() {
    dispatch.close();
    context.getSolrClientCache().close();
  }
}
