package io.streambench.study.load;

import io.streambench.report.study.StudyDocument;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The published sweep of latency over concurrency, on Solr: a lookup, a read and a write of about
 * 1.2 MB, from one at a time to two hundred, over HTTP/2 and HTTP/1.1.
 */
public final class Saturation extends Study {
  private static final List<Integer> SWEPT = List.of(1, 2, 5, 10, 20, 50, 100, 200);

  public Saturation() {
    super(
        "saturation",
        "From how many requests at a time on do more of them only wait, and where?",
        new Timing(1, 1, 1, 1),
        new Timing(1, 10, 1, 8));
    quickClusters = 12; // one for all
    fullClusters = 12;
    fixed = "useHttp1";
    bounded = true;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (int concurrency : scale == Scale.QUICK ? List.of(1, 10, 50) : SWEPT) {
      for (Operation operation : Operation.values()) {
        for (boolean http1 : new boolean[] {false, true}) {
          cells.add(
              StudyCell.of(
                      operation.word() + (http1 ? "-http1-" : "-http2-") + concurrency,
                      "Operations." + operation.word(),
                      "cluster=process useHttp1=" + http1)
                  .withThreads(concurrency));
        }
      }
    }
    return cells;
  }

  /** Long enough for about 100 requests above the P99 of five forks on two cores. */
  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    return scale == Scale.QUICK
        ? super.timing(cell, scale)
        : new Timing(1, 10, 1, Operation.of(cell).seconds);
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    return new SaturationReport(results).document();
  }

  enum Operation {
    LOOKUP(8),
    READ(18),
    WRITE(55);

    private final int seconds;

    Operation(int seconds) {
      this.seconds = seconds;
    }

    /** The word for a sentence, which is also JMH's name of the method. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Operation of(StudyCell cell) {
      return valueOf(cell.benchmark().substring("Operations.".length()).toUpperCase(Locale.ROOT));
    }
  }
}
