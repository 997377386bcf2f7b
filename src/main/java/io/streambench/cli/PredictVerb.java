package io.streambench.cli;

import io.streambench.config.CollectionAddress;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.PredictSettings;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.config.Values;
import io.streambench.predict.MergeTrials;
import io.streambench.report.prediction.PredictionReport;
import io.streambench.report.prediction.TrialsReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code streambench predict}: can a query stall, and what to set instead? */
@Command(
    name = "predict",
    description = {
      "Says whether a distributed stream over HTTP/2 can stall (SAFE, "
          + "AT_RISK or LIKELY), why, and which settings prevent it at what "
          + "price. The rule: docs/flow-control.md.",
      "Default: Jetty's own windows, and a connection that was used before."
    },
    footer = {
      "",
      "Examples:",
      "  streambench predict --shards 12 --nodes 2 --replicas 2",
      "  streambench predict --shards 24 --nodes 6 --response-bytes 1000000 --concurrent-queries 4",
      "  streambench predict --shards 12 --docs 10000 --doc-bytes 10024 --stream-window 500000",
      "  streambench predict --zk zk1.example.com:2181/solr --collection books",
      "  streambench predict --streams-per-session 7 --session-window 96000000 --format json",
      "  streambench predict --from flow-control.log.gz",
    })
final class PredictVerb implements Callable<Integer> {
  private static final int MOST_TRIALS = 10_000_000;
  private static final long SEED = 1;

  @Mixin private FormatOption format;

  @Option(names = "--shards", paramLabel = "N", description = "Shards that one query reads.")
  private String shards;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Nodes that hold these shards (default: 1).")
  private String nodes;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Replicas of each shard; a query picks one at random (default: 1).")
  private String replicas;

  @Option(
      names = CollectionAddress.ZK,
      paramLabel = "HOST:PORT[/chroot]",
      description =
          "Instead: read shards, nodes, replicas and sizes from the SolrCloud of this ZooKeeper;"
              + " nothing is changed there.")
  private String zk;

  @Option(
      names = CollectionAddress.COLLECTION,
      paramLabel = "NAME",
      description = "With --zk: the collection, or an alias.")
  private String collection;

  @Option(
      names = CollectionAddress.FIELDS,
      paramLabel = "NAMES",
      description = "With --zk: the streamed fields, for example id,title (default: all).")
  private String fields;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "Most connections of the client to one node (default: 4, as in Solr). "
              + "The client fills one before it opens the next, so more connections "
              + "alone change nothing.")
  private String connections;

  @Option(
      names = "--streams-per-connection",
      paramLabel = "N",
      description =
          "Most streams on a connection, as the server or the client allows "
              + "(default: 128, as Jetty's server; Solr's client has no limit).")
  private String streamsPerConnection;

  @Option(
      names = "--concurrent-queries",
      paramLabel = "N",
      description =
          "Queries that one client runs at a time; they share its connections " + "(default: 1).")
  private String queries;

  @Option(
      names = "--streams-per-session",
      paramLabel = "N",
      description = "Streams of a query that share a connection, if you know this number.")
  private String streams;

  @Option(
      names = "--stream-window",
      paramLabel = "BYTES",
      description = "Initial stream receive window (default: 8388608, Jetty's).")
  private String streamWindow;

  @Option(
      names = "--session-window",
      paramLabel = "BYTES",
      description = "Initial session receive window (default: 16777216, Jetty's).")
  private String sessionWindow;

  @Option(
      names = "--buffer-ratio",
      paramLabel = "RATIO",
      description = "bufferRatio of Jetty's strategy, above 0 and at most 1 (default: 0.5).")
  private String bufferRatio;

  @Option(
      names = "--response-bytes",
      paramLabel = "BYTES",
      description = "Size of the answer of each shard (default: larger than a stream " + "window).")
  private String responseBytes;

  @Option(
      names = "--docs",
      paramLabel = "N",
      description = "Documents in all shards together; instead of --response-bytes.")
  private String docs;

  @Option(
      names = "--doc-bytes",
      paramLabel = "BYTES",
      description = "Size of a document on the wire; with --docs or --zk.")
  private String docBytes;

  @Option(
      names = "--fresh-session",
      description = "Assume a new connection: each query has a new client.")
  private boolean freshSession;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description =
          "Take windows and streams from what was in effect in a recording or log, and the buffer"
              + " ratio from the settings.json next to it; options that are given come first.")
  private Path from;

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Instead: test the rule on N random merges, and count the stalls.")
  private String trials;

  private Optional<String> remark = Optional.empty();

  @Override
  public Integer call() throws Exception {
    if (trials != null) {
      if (from != null || freshSession || !given().isEmpty()) {
        throw new SettingException(
            "--trials", "come without settings of a query: its merges are drawn at random", trials);
      }
      count(Values.wholeNumber("--trials", trials, 1, MOST_TRIALS));
      return ExitStatus.SUCCESS.code();
    }
    PredictionReport report = new Forecast(PredictSettings.of(given(), freshSession)).report();
    switch (format.format()) {
      case TEXT -> format.answer().print(report.text());
      case MD -> format.answer().print(report.markdown());
      case JSON -> format.json(report.json());
    }
    remark.ifPresent(format.remarks()::println);
    return ExitStatus.SUCCESS.code();
  }

  private Map<String, String> given() throws IOException {
    Map<String, String> given = new LinkedHashMap<>();
    put(given, CollectionAddress.ZK, zk);
    put(given, CollectionAddress.COLLECTION, collection);
    put(given, CollectionAddress.FIELDS, fields);
    put(given, "--shards", shards);
    put(given, "--nodes", nodes);
    put(given, "--replicas", replicas);
    put(given, "--connections", connections);
    put(given, "--streams-per-connection", streamsPerConnection);
    put(given, "--concurrent-queries", queries);
    put(given, "--streams-per-session", streams);
    put(given, "--stream-window", streamWindow);
    put(given, "--session-window", sessionWindow);
    put(given, "--buffer-ratio", bufferRatio);
    put(given, "--response-bytes", responseBytes);
    put(given, "--docs", docs);
    put(given, "--doc-bytes", docBytes);
    if (from != null) {
      inEffect(given);
    }
    return given;
  }

  private static void put(Map<String, String> given, String option, String value) {
    if (value != null) {
      given.put(option, value);
    }
  }

  /** Adds the settings that were in effect, where nothing was given. */
  private void inEffect(Map<String, String> given) throws IOException {
    StrategyInEffect strategy = StrategyInEffect.of(from);
    if (bufferRatio == null) {
      remark = strategy.remark();
      strategy
          .bufferRatio()
          .ifPresent(ratio -> given.put("--buffer-ratio", Double.toString(ratio)));
    }
    double ratio =
        given.containsKey("--buffer-ratio")
            ? Values.bufferRatio("--buffer-ratio", given.get("--buffer-ratio"))
            : FlowControlSettings.JETTY_BUFFER_RATIO;
    WindowsInEffect windows = WindowsInEffect.of(from, ratio);
    if (shards == null && zk == null) {
      given.putIfAbsent("--streams-per-session", Integer.toString(windows.streams()));
    }
    given.putIfAbsent("--stream-window", Long.toString(windows.streamWindow()));
    given.putIfAbsent("--session-window", Long.toString(windows.sessionWindow()));
  }

  private void count(int merges) {
    MergeTrials.Counts counts = MergeTrials.play(merges, SEED);
    if (format.format() == OutputFormat.JSON) {
      format.json(counts);
      return;
    }
    TrialsReport report = new TrialsReport(counts);
    format.answer().println(Text.of("%,d random merges, seed %d", merges, SEED));
    format
        .answer()
        .print(format.format() == OutputFormat.MD ? "\n" + report.markdown() : report.text());
  }
}
