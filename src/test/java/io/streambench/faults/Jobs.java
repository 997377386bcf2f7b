package io.streambench.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class Jobs {
  /** One shard shares a session with none, four use it up in the first operation. */
  static final List<String> STALLING =
      List.of("-p", "initialStreamRecvWindow=65535", "-p", "initialSessionRecvWindow=65535");

  /** The parameter that tells the two combinations of a job apart. */
  static final String VARIED = "numShards";

  /** A study of one cell, which completes, of a cluster in a process of its own. */
  static final List<String> QUICK_STUDY =
      List.of("study", "windows", "--quick", "--only", "^k4-w8\\.0$");

  private static final String BENCHMARK = "StreamingSearch";

  private Jobs() {}

  /** Two combinations of a few seconds; more options, in pairs, take the place of those here. */
  static List<String> twoCombinations(Path results, List<String> more) {
    List<String> all = new ArrayList<>(List.of("-p", VARIED + "=1,4", "-p", "docCount=400"));
    all.addAll(more);
    return small(results, all);
  }

  /** The same without a number of shards and documents. */
  static List<String> small(Path results, List<String> more) {
    Map<String, String> options = new LinkedHashMap<>();
    put(
        options,
        List.of(
            "-p", "nodeCount=1",
            "-p", "numReplicas=1",
            "-p", "docSizeBytes=8192",
            "-p", "useHttp1=false",
            "-wi", "1",
            "-w", "3",
            "-i", "1",
            "-r", "3",
            "-rf", "json",
            "-rff", results.toString(),
            "-jvmArgs", "-Dstreambench.stallTimeout=15s"));
    put(options, more);
    List<String> all = new ArrayList<>();
    options.forEach((option, value) -> all.addAll(List.of(option.split(" ")[0], value)));
    all.add(BENCHMARK);
    return all;
  }

  static List<String> words(String commandLine) {
    return List.of(commandLine.split(" "));
  }

  /** Puts options into the map; the key of a parameter includes the parameter's name. */
  private static void put(Map<String, String> options, List<String> pairs) {
    for (int i = 0; i < pairs.size(); i += 2) {
      String option = pairs.get(i);
      String value = pairs.get(i + 1);
      options.put(option.equals("-p") ? "-p " + value.split("=")[0] : option, value);
    }
  }
}
