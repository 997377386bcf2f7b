package io.streambench.study.windows;

import io.streambench.analysis.Outcome;
import io.streambench.config.DocumentPlacement;
import io.streambench.predict.Zone;
import io.streambench.report.study.StudyDocument;
import io.streambench.study.Parameters;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The phase diagram of the stall: where the safe-window rule says that a merge over one session
 * cannot stall, may, or will, and what happens there. One node, so that all shards share a session;
 * one client a cell, used again and again, until it stalls or has done enough operations. On the
 * line itself what happens depends on where documents lie: there, and just below, shards hold runs
 * of the sort order, too.
 */
public final class Windows extends Study {
  private static final Map<Scale, List<StudyCell>> CELLS = new ConcurrentHashMap<>();

  public Windows() {
    super(
        "windows",
        "Which windows let a merge over one HTTP/2 session stall, and does the safe-window rule"
            + " predict it?",
        Timing.shots(20, 6),
        Timing.shots(20, 6));
    fixed =
        "nodeCount numReplicas flowControl connectionsPerDestination"
            + " maxConcurrentStreamsPerConnection placement useHttp1 cluster zkHost";
    divisible = true;
    interleaved = false; // no times are compared, and each cluster is to be started once
  }

  /** They are asked for again and again, and take a search each. */
  @Override
  public List<StudyCell> cells(Scale scale) {
    return CELLS.computeIfAbsent(scale, WindowPlaces::all);
  }

  /** The operations by zone: 200 for AT_RISK and for all of the walk, 2,000 for SAFE runs. */
  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    if (scale == Scale.QUICK) {
      return super.timing(cell, scale);
    }
    Zone zone = WindowPlaces.onTheWalk(cell) ? Zone.AT_RISK : WindowPlaces.zoneOf(cell);
    return switch (zone) {
      case SAFE -> WindowPlaces.inRuns(cell) ? Timing.shots(2_000, 260) : Timing.shots(40, 4);
      case AT_RISK -> Timing.shots(200, 15);
      case LIKELY -> Timing.shots(20, 8);
    };
  }

  /** One for each number of shards and documents. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    Stream<List<String>> clusters =
        cells(scale).stream()
            .map(StudyCell::parameters)
            .map(
                all ->
                    Stream.of(Parameters.SHARDS, Parameters.DOCUMENTS, DocumentPlacement.NAME)
                        .map(name -> all.getOrDefault(name, ""))
                        .toList());
    return 10 * (int) clusters.distinct().count();
  }

  @Override
  public boolean keepsEvidence(StudyCell cell, Outcome outcome) {
    Zone zone = WindowPlaces.zoneOf(cell);
    return switch (outcome) {
      case FAILED -> true;
      case STALLED -> zone == Zone.SAFE;
      case COMPLETED -> zone == Zone.LIKELY;
    };
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    return new WindowFindings(results).document();
  }
}
