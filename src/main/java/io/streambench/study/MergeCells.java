package io.streambench.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cells of merges without Solr: all shards on one node, so that they share connections. */
public final class MergeCells {
  /** A merge of 40 MB, more than Jetty's windows hold; the shards aside. */
  public static final Map<String, String> DOCUMENTS =
      Map.of("docCount", "4000", "docSizeBytes", MergeCells.DOCUMENT_BYTES);

  /** The size of a document. */
  public static final String DOCUMENT_BYTES = "10024";

  private static final String BENCHMARK = "TransportMerge.read";

  /** A reader on this machine is not kept waiting as long by anything but a stall. */
  private static final String STALL_TIMEOUT = "-Dstreambench.stallTimeout=5s";

  private MergeCells() {}

  /** A cell with these parameters, and arguments for its JVM. */
  public static StudyCell cell(String label, Map<String, String> parameters, String... arguments) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("nodeCount", "1");
    all.putAll(parameters);
    List<String> jvm = new ArrayList<>(List.of(arguments));
    jvm.add(STALL_TIMEOUT);
    return new StudyCell(label, BENCHMARK, all, jvm, 1);
  }
}
