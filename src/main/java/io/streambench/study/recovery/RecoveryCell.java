package io.streambench.study.recovery;

import io.streambench.config.Text;
import io.streambench.study.CellFigures;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cell of the study.
 *
 * @param shards that recover at the same time; the index of all of them together is always the same
 */
record RecoveryCell(Way way, int shards, Place place) {
  /** Class and method. */
  static final String BENCHMARK = "IndexRecovery.recover";

  /** The most shards, for which it was published that HTTP/2 is slower. */
  static final int MANY = 12;

  static final String SHARDS = "numShards";

  private static final int SOME = 4;

  /** Only what the curve over shards needs: a limit on streams, say, is another full cluster. */
  private static final List<Way> OF_SOME =
      List.of(Way.HTTP1, Way.STOCK, Way.LARGE_SESSION, Way.ON_RECEIPT, Way.DYNAMIC_THRESHOLD);

  /**
   * The ways that are measured over distance. Any other differs from one of these only in what
   * distance does not touch.
   */
  private static final List<Way> FAR =
      List.of(Way.HTTP1, Way.STOCK, Way.LARGE_SESSION, Way.DYNAMIC_THRESHOLD, Way.SOCKETS);

  private static final List<Way> QUICK =
      List.of(Way.HTTP1, Way.STOCK, Way.ONE_STREAM, Way.DYNAMIC_THRESHOLD, Way.FILES, Way.SOCKETS);

  private static final Map<String, String> INDEX =
      Map.of("docCount", "6000", "docSizeBytes", "100000");
  private static final Map<String, String> QUICK_INDEX =
      Map.of("docCount", "240", "docSizeBytes", "100000");

  /** All cells of that scale. */
  static List<RecoveryCell> all(Scale scale) {
    List<RecoveryCell> cells = new ArrayList<>();
    if (scale == Scale.QUICK) {
      QUICK.forEach(way -> cells.add(new RecoveryCell(way, MANY, Place.NEAR)));
      return cells;
    }
    Way.ALL.forEach(way -> cells.add(new RecoveryCell(way, 1, Place.NEAR)));
    OF_SOME.forEach(way -> cells.add(new RecoveryCell(way, SOME, Place.NEAR)));
    Way.ALL.forEach(way -> cells.add(new RecoveryCell(way, MANY, Place.NEAR)));
    for (Place place : List.of(Place.RTT_20, Place.RTT_100, Place.GIGABIT)) {
      FAR.forEach(way -> cells.add(new RecoveryCell(way, MANY, place)));
    }
    return cells;
  }

  /** Unique in the study. */
  String label() {
    return Text.of("%s-%d%s", way.label(), shards, place.suffix());
  }

  /** The cell as the study runs it. */
  StudyCell cell(Scale scale) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("copiedBy", "solr");
    parameters.put("useHttp1", "false");
    parameters.put(SHARDS, Integer.toString(shards));
    parameters.putAll(scale == Scale.QUICK ? QUICK_INDEX : INDEX);
    parameters.putAll(place.settings());
    parameters.putAll(way.settings());
    return new StudyCell(label(), BENCHMARK, parameters, List.of(), 1);
  }

  /** Its figures; empty if it was left out, or has no fork yet. */
  Optional<CellFigures> in(StudyResults results) {
    return results.cells().stream()
        .filter(figures -> figures.cell().label().equals(label()))
        .filter(figures -> !figures.outcomes().isEmpty())
        .findFirst();
  }
}
