package io.streambench.cli;

import io.streambench.config.CollectionAddress;
import io.streambench.config.DocumentSettings;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.RecvWindow;
import io.streambench.config.ResponseSettings;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.config.Values;
import io.streambench.predict.ConnectionLimits;
import io.streambench.predict.MergeTrials;
import io.streambench.report.prediction.PredictionReport;
import io.streambench.report.prediction.TrialsReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code streambench predict}: can a query stall, and what to set instead? */
@Command(
    name = "predict",
    description = {
      "Says whether a distributed stream over HTTP/2 can stall (SAFE, AT_RISK or LIKELY), why, and"
          + " which settings prevent it at what price. The rule: docs/flow-control.md.",
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
  private static final int MOST = 10_000;
  private static final int MOST_REPLICAS = 1_000;
  private static final int MOST_QUERIES = 1_000;
  private static final long LARGEST_RESPONSE = 1L << 50;

  @Spec private CommandSpec spec;
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
          "Most connections of the client to one node (default: 4, as in Solr). The client fills"
              + " one before it opens the next, so more connections alone change nothing.")
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
      tryOut();
      return ExitStatus.SUCCESS.code();
    }
    if (from != null) {
      inEffect();
    }
    requireFitting();
    PredictionReport report = forecast().report();
    switch (format.format()) {
      case TEXT -> format.answer().print(report.text());
      case MD -> format.answer().print(report.markdown());
      case JSON -> format.json(report.json());
    }
    remark.ifPresent(format.remarks()::println);
    return ExitStatus.SUCCESS.code();
  }

  /** Takes what was in effect, where nothing was given. */
  private void inEffect() throws IOException {
    if (bufferRatio == null) {
      InEffect.Strategy strategy = InEffect.Strategy.of(from);
      remark = strategy.remark();
      strategy.bufferRatio().ifPresent(ratio -> bufferRatio = Double.toString(ratio));
    }
    InEffect.Windows windows = InEffect.Windows.of(from, ratio());
    if (shards == null && zk == null && streams == null) {
      streams = Integer.toString(windows.streams());
    }
    if (streamWindow == null) {
      streamWindow = Long.toString(windows.streamWindow());
    }
    if (sessionWindow == null) {
      sessionWindow = Long.toString(windows.sessionWindow());
    }
  }

  private void requireFitting() {
    if (zk == null) {
      refuse("come with --zk", "--collection", collection, "--fields", fields);
      if (shards == null && streams == null) {
        throw new SettingException("--shards", "be given, or --streams-per-session, or --zk", "");
      }
      if ((docs == null) != (docBytes == null)) {
        throw docs == null
            ? new SettingException("--docs", "be given with --doc-bytes", "")
            : new SettingException("--doc-bytes", "be given with --docs", "");
      }
    } else {
      String known = "be left out where --zk is given, which knows it";
      refuse(known, "--shards", shards, "--nodes", nodes, "--replicas", replicas);
      refuse(known, "--streams-per-session", streams);
    }
    if (streams != null) {
      String known = "be left out where --streams-per-session is given";
      refuse(known, "--shards", shards, "--nodes", nodes, "--replicas", replicas);
      refuse(known, "--connections", connections);
      refuse(known, "--streams-per-connection", streamsPerConnection);
      refuse("come with --shards, over which they lie", "--docs", docs);
    }
    if (docs != null || docBytes != null) {
      refuse("be left out where documents are given", "--response-bytes", responseBytes);
    }
  }

  /** Throws for the first of the options, each with its value, that was given. */
  private static void refuse(String rule, String... options) {
    for (int i = 0; i < options.length; i += 2) {
      if (options[i + 1] != null) {
        throw new SettingException(options[i], rule, options[i + 1]);
      }
    }
  }

  private Forecast forecast() {
    ConnectionLimits solr = ConnectionLimits.SOLR;
    int jettySession = RecvWindow.JETTY_SESSION_BYTES;
    return new Forecast(
        Optional.ofNullable(zk).map(address -> CollectionAddress.of(address, collection, fields)),
        streams == null
            ? OptionalInt.empty()
            : OptionalInt.of(Values.wholeNumber("--streams-per-session", streams, 1, MOST)),
        number("--shards", shards, 1, MOST, 1),
        number("--nodes", nodes, 1, MOST, 1),
        number("--replicas", replicas, 1, MOST_REPLICAS, 1),
        new ConnectionLimits(
            number("--connections", connections, 1, MOST, solr.connections()),
            streamsPerConnection == null
                ? solr.streamsPerConnection()
                : number("--streams-per-connection", streamsPerConnection, 1, MOST, 1)),
        number("--concurrent-queries", queries, 1, MOST_QUERIES, 1),
        window("--stream-window", streamWindow, 1, RecvWindow.JETTY_STREAM_BYTES),
        window("--session-window", sessionWindow, RecvWindow.MIN_BYTES, jettySession),
        ratio(),
        new ResponseSettings(
            responseBytes == null ? OptionalLong.empty() : OptionalLong.of(responseBytes()),
            count("--docs", docs, Integer.MAX_VALUE),
            count("--doc-bytes", docBytes, DocumentSettings.MAX_SIZE_BYTES)),
        freshSession);
  }

  private double ratio() {
    return bufferRatio == null
        ? FlowControlSettings.JETTY_BUFFER_RATIO
        : Values.bufferRatio("--buffer-ratio", bufferRatio);
  }

  private static int window(String option, String text, int least, int otherwise) {
    return number(option, text, least, RecvWindow.MAX_BYTES, otherwise);
  }

  private static int number(String option, String text, int least, int most, int otherwise) {
    return text == null ? otherwise : Values.wholeNumber(option, text, least, most);
  }

  private static OptionalLong count(String option, String text, int most) {
    return text == null
        ? OptionalLong.empty()
        : OptionalLong.of(Values.wholeNumber(option, text, 1, most));
  }

  private long responseBytes() {
    return (long) Values.number("--response-bytes", responseBytes, 1, LARGEST_RESPONSE, "bytes, ");
  }

  private void tryOut() {
    if (spec.commandLine().getParseResult().matchedOptions().stream()
        .anyMatch(option -> !Set.of("--trials", "--format").contains(option.longestName()))) {
      throw new SettingException(
          "--trials", "come without settings of a query: its merges are drawn at random", trials);
    }
    int merges = Values.wholeNumber("--trials", trials, 1, MOST_TRIALS);
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
