package io.streambench.bench.recovery;

import io.streambench.cluster.CoreIndex;
import io.streambench.cluster.RecoveringNode;
import io.streambench.config.RecoverySettings;
import io.streambench.config.Text;
import io.streambench.recording.FlowControlTotals;
import io.streambench.transport.EffectiveSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/** Copies by Solr: a new replica of every shard recovers on another node. */
final class ReplicaCopying implements Copying {
  private final RecoveringNode node;
  private final RecoverySettings settings;

  ReplicaCopying(RecoveringNode node, RecoverySettings settings) {
    this.node = node;
    this.settings = settings;
  }

  @Override
  public Seconds copy(LongConsumer progress) throws Exception {
    RecoveringNode.Times times = node.recover(progress);
    return new Seconds(times.seconds(), times.recoveringSeconds());
  }

  @Override
  public Map<String, Path> copies() throws IOException {
    Map<String, Path> copies = new HashMap<>();
    for (CoreIndex index : node.indexes()) {
      copies.put(index.shard(), Path.of(index.folder()));
    }
    return copies;
  }

  @Override
  public Optional<String> miscounted(long documents) throws Exception {
    Map<String, Long> wrong = node.wrongCounts(documents);
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of(Text.of("of %,d documents these are found: %s", documents, wrong));
  }

  @Override
  public void clear(LongConsumer progress) throws Exception {
    node.clear(progress);
  }

  @Override
  public Duration receiverCpu() {
    return node.cpu();
  }

  @Override
  public FlowControlTotals totals() throws IOException {
    return node.totals();
  }

  @Override
  public String inEffect() {
    String clients =
        node.clients().stream().map(EffectiveSettings::describe).collect(Collectors.joining("; "));
    return settings.maxConcurrentStreams().isPresent()
        ? Text.of(
            "%s; at most %d stream(s) of a connection at a time",
            clients, settings.maxConcurrentStreams().getAsInt())
        : clients;
  }

  @Override
  public List<String> dumps() {
    return List.of(node.dump());
  }

  @Override
  public Optional<String> trouble() {
    return node.trouble();
  }

  @Override
  public void close() {
    node.close();
  }
}
