package io.streambench.study.jetty;

import io.streambench.analysis.Outcome;
import io.streambench.predict.Zone;
import io.streambench.report.study.StudyDocument;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.List;
import java.util.Set;

/**
 * A merge over twelve shards without Solr, by Jetty 10, 12.0 and 12.1: which stall, with which
 * windows, and how fast they are compared with HTTP/1.1 and with plain sockets. And the safe-window
 * rule next to its line, on each.
 */
public final class JettyVersions implements Study {
  private static final Timing FULL = new Timing(1, 15, 3, 5);
  private static final Timing QUICK = new Timing(1, 3, 2, 2);
  private static final int SAFE_OPERATIONS = 500;
  private static final int QUICK_SAFE_OPERATIONS = 50;
  private static final int LIKELY_OPERATIONS = 20;

  @Override
  public String name() {
    return "jetty-versions";
  }

  @Override
  public String question() {
    return "Which versions of Jetty stall in a merge, with which windows, and how fast are they?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    return JettyCell.all(scale).stream().map(JettyCell::cell).toList();
  }

  @Override
  public Set<String> fixed() {
    return Set.of(
        "jettyVersion",
        "useHttp1",
        "nodeCount",
        "placement",
        "flowControl",
        "bufferRatio",
        "connectionsPerDestination",
        "initialStreamRecvWindow",
        "initialSessionRecvWindow");
  }

  @Override
  public boolean divisible() {
    return true;
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  /** Times where speed is the question, operations where the rule is. */
  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    return JettyCell.labelled(cell.label(), scale)
        .filter(JettyCell.Place.class::isInstance)
        .map(place -> shots(((JettyCell.Place) place).zone(), scale))
        .orElse(timing(scale));
  }

  private static Timing shots(Zone zone, Scale scale) {
    if (zone == Zone.LIKELY) {
      return Timing.shots(LIKELY_OPERATIONS, 8);
    }
    return scale == Scale.QUICK
        ? Timing.shots(QUICK_SAFE_OPERATIONS, 4)
        : Timing.shots(SAFE_OPERATIONS, 12);
  }

  /** Two processes for each fork. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return 2 * forks;
  }

  /** Keeps no folder of what is to stall. */
  @Override
  public boolean keepsEvidence(StudyCell cell, Outcome outcome) {
    return outcome == Outcome.FAILED
        || JettyCell.labelled(cell.label(), Scale.FULL)
            .filter(JettyCell.Place.class::isInstance)
            .map(place -> ((JettyCell.Place) place).zone() == Zone.SAFE)
            .orElse(true);
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    return new JettyFindings(results).document();
  }
}
