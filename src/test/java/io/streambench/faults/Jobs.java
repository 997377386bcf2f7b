package io.streambench.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Arguments of small main jobs. */
final class Jobs {
  /**
   * Windows with which one shard completes, but four shards exhaust the session in the first
   * operation.
   */
  static final List<String> STALLING_WINDOWS =
      List.of("-p", "initialStreamRecvWindow=65535", "-p", "initialSessionRecvWindow=65535");

  /** The parameter that differs between the two combinations of a job. */
  static final String VARIED_PARAMETER = "numShards";

  /** A study of one cell, which completes, with a cluster in its own process. */
  static final List<String> QUICK_STUDY =
      List.of("./streambench", "study", "windows", "--quick", "--only", "^k4-w8\\.0$");

  private Jobs() {}

  /**
   * Returns the arguments of two combinations, one shard and four shards, of a few seconds each.
   *
   * @param results the file for JMH's results
   * @param extraOptions options in pairs, which override the defaults
   */
  static List<String> twoCombinationArguments(Path results, List<String> extraOptions) {
    List<String> all =
        new ArrayList<>(List.of("-p", VARIED_PARAMETER + "=1,4", "-p", "docCount=400"));
    all.addAll(extraOptions);
    return smallJobArguments(results, all);
  }

  /** Returns the arguments of a job without a number of shards or documents. */
  static List<String> smallJobArguments(Path results, List<String> extraOptions) {
    Map<String, String> options = new LinkedHashMap<>();
    putOptions(
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
    putOptions(options, extraOptions);
    List<String> all = new ArrayList<>();
    options.forEach((option, value) -> all.addAll(List.of(option.split(" ")[0], value)));
    all.add("StreamingSearch");
    return all;
  }

  /** Splits a command line without quotes into its arguments. */
  static List<String> splitCommandLine(String commandLine) {
    return List.of(commandLine.split(" "));
  }

  /** Puts options into the map. The key of a parameter includes the parameter's name. */
  private static void putOptions(Map<String, String> options, List<String> pairs) {
    for (int i = 0; i < pairs.size(); i += 2) {
      String option = pairs.get(i);
      String value = pairs.get(i + 1);
      options.put(option.equals("-p") ? "-p " + value.split("=")[0] : option, value);
    }
  }
}
