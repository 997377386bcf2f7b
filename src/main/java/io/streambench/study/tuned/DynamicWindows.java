package io.streambench.study.tuned;

import io.streambench.bench.UnreadBytesProfiler;
import io.streambench.report.study.StudyDocument;
import io.streambench.strategy.FlowControlKind;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.List;
import java.util.Set;
import org.openjdk.jmh.profile.Profiler;

/**
 * A question of Jetty's maintainers (jetty.project #14561): is any strategy with dynamic windows
 * better than Jetty's own with windows that were configured for the path? Over Jetty 12 without
 * Solr, for one stream and twelve, near and far, wide and narrow, with the unread bytes next to the
 * speed.
 */
public final class DynamicWindows implements Study {
  /** Windows that grow have done so after a few merges of the warm-up. */
  private static final Timing FULL = new Timing(1, 10, 3, 4);

  private static final Timing QUICK = new Timing(1, 2, 2, 2);

  @Override
  public String name() {
    return "dynamic-windows";
  }

  @Override
  public String question() {
    return "Do dynamic windows do better than Jetty's strategy with windows tuned to the path, and"
        + " with how much unread data?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    return TunedCell.all(scale).stream().map(TunedCell::cell).toList();
  }

  @Override
  public Set<String> fixed() {
    return Set.of(
        "useHttp1",
        "numShards",
        "rttMillis",
        "bandwidthMbps",
        "docCount",
        "docSizeBytes",
        FlowControlKind.NAME,
        "bufferRatio",
        TunedCell.CONNECTIONS,
        TunedCell.STREAM_WINDOW,
        TunedCell.SESSION_WINDOW);
  }

  @Override
  public boolean divisible() {
    return true;
  }

  @Override
  public Class<? extends Profiler> profiler() {
    return UnreadBytesProfiler.class;
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  /** Two processes for each fork. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return 2 * forks;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    return new TunedFindings(results).document();
  }
}
