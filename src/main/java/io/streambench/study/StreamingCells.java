package io.streambench.study;

/** Cells of StreamingSearch: the published scenario, and shorter ones. */
public final class StreamingCells {
  public static final String BENCHMARK = "StreamingSearch.stream";

  private static final String PUBLISHED =
      "nodeCount=2 numReplicas=2 docCount=10000 indexThreads=14 batchSize=500 docSizeBytes=10024"
          + " numTextFields=25 capture=off cluster=process";

  /** Enough to stall twelve shards, and indexed in a few seconds. */
  private static final String QUICK = "docCount=4000";

  private StreamingCells() {}

  /**
   * One cell of the published scenario, on a cluster in a process of its own.
   *
   * @param pairs what the cell adds or changes; see {@link Parameters#of}
   */
  public static StudyCell cell(String label, Scale scale, String pairs) {
    return StudyCell.of(label, BENCHMARK, PUBLISHED)
        .with(scale == Scale.QUICK ? QUICK : "")
        .with(pairs);
  }

  /** Returns whether the whole flow-control log of a cell is written. */
  public static boolean logged(StudyCell cell) {
    return "full".equals(cell.parameters().get(Parameters.CAPTURE));
  }
}
