package io.streambench.study.load;

import io.streambench.bench.LoadProfiler;
import io.streambench.config.LoadRate;
import io.streambench.report.study.StudyDocument;
import io.streambench.study.Documents;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.Profiler;

/**
 * The published sweep of latency over concurrency, on Solr: a lookup, a read and a write of about
 * 1.2 MB, from one at a time to two hundred, over HTTP/2 and HTTP/1.1.
 */
public final class Saturation implements Study {
  private static final List<Integer> SWEPT = List.of(1, 2, 5, 10, 20, 50, 100, 200);
  private static final List<Integer> CORNERS = List.of(1, 10, 50);
  private static final int WARMUP_SECONDS = 10;
  private static final Timing QUICK = new Timing(1, 1, 1, 1);

  @Override
  public String name() {
    return "saturation";
  }

  @Override
  public String question() {
    return "From how many requests at a time on do more of them only wait, and where?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (int concurrency : scale == Scale.QUICK ? CORNERS : SWEPT) {
      for (Operation operation : Operation.values()) {
        for (boolean http1 : new boolean[] {false, true}) {
          Map<String, String> parameters = new LinkedHashMap<>();
          parameters.put("cluster", "process");
          parameters.put("useHttp1", Boolean.toString(http1));
          cells.add(
              new StudyCell(
                  operation.word() + (http1 ? "-http1-" : "-http2-") + concurrency,
                  operation.benchmark(),
                  parameters,
                  List.of(),
                  concurrency));
        }
      }
    }
    return cells;
  }

  @Override
  public Set<String> fixed() {
    return Set.of("useHttp1");
  }

  @Override
  public boolean bounded() {
    return true;
  }

  @Override
  public Class<? extends Profiler> profiler() {
    return LoadProfiler.class;
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : timing(Operation.LOOKUP);
  }

  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    return scale == Scale.QUICK ? QUICK : timing(Operation.of(cell));
  }

  /** Long enough for about 100 requests above the P99 of five forks on two cores. */
  private static Timing timing(Operation operation) {
    int seconds =
        switch (operation) {
          case LOOKUP -> 8;
          case READ -> 18;
          case WRITE -> 55;
        };
    return new Timing(1, WARMUP_SECONDS, 1, seconds);
  }

  /** One for all. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return 12;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    SaturationCurves curves = new SaturationCurves(results.cells());
    SaturationTables tables = new SaturationTables(curves);
    boolean open = !results.order().overrides().getOrDefault(LoadRate.NAME, "none").equals("none");
    return Documents.of(
        results,
        "Latency over concurrency",
        new SaturationFindings(curves, results.order().bounds(), open).sentences(),
        List.of(tables.latencies(), tables.parts(), tables.bandwidth(), tables.published()),
        curves.charts(!open));
  }

  /** The operation that one request does. */
  enum Operation {
    LOOKUP,
    READ,
    WRITE;

    /** The word for a sentence, which is also JMH's name of the method. */
    String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    String benchmark() {
      return "Operations." + word();
    }

    static Operation of(StudyCell cell) {
      return Stream.of(values())
          .filter(one -> one.benchmark().equals(cell.benchmark()))
          .findFirst()
          .orElseThrow();
    }
  }
}
