package io.streambench.study.recovery;

import io.streambench.bench.RecoveryProfiler;
import io.streambench.report.study.StudyDocument;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.List;
import java.util.Set;
import org.openjdk.jmh.profile.Profiler;

/**
 * The published recovery of replicas, repeated: the time until a new replica of every shard is
 * active, over HTTP/1.1 and HTTP/2, by shards, windows, streams and distance, next to plain copies
 * of the same files.
 */
public final class IndexRecoveries implements Study {
  /** A recovery that takes longer than an iteration is the only one of it. */
  private static final Timing FULL = new Timing(1, 5, 3, 5);

  private static final Timing QUICK = new Timing(1, 2, 2, 2);

  /** The recovering node starts anew for each fork. */
  private static final int NODE_SECONDS = 6;

  private static final int CLUSTERS_SECONDS = 400;
  private static final int QUICK_CLUSTERS_SECONDS = 25;

  @Override
  public String name() {
    return "index-recovery";
  }

  @Override
  public String question() {
    return "Do replicas recover more slowly over HTTP/2, from how many shards on, and why?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    return RecoveryCell.all(scale).stream().map(cell -> cell.cell(scale)).toList();
  }

  @Override
  public Set<String> fixed() {
    return Set.of(
        "copiedBy",
        "useHttp1",
        RecoveryCell.SHARDS,
        "initialStreamRecvWindow",
        "initialSessionRecvWindow",
        "flowControl",
        "bufferRatio",
        "maxConcurrentStreams",
        "rttMillis",
        "bandwidthMbps");
  }

  @Override
  public boolean divisible() {
    return true;
  }

  @Override
  public Class<? extends Profiler> profiler() {
    return RecoveryProfiler.class;
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return (scale == Scale.QUICK ? QUICK_CLUSTERS_SECONDS : CLUSTERS_SECONDS)
        + NODE_SECONDS * forks;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    return new RecoveryFindings(results).document();
  }
}
