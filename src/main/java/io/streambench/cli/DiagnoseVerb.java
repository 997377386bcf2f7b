package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.Values;
import io.streambench.base.files.WritableFiles;
import io.streambench.bench.redaction.RedactedJson;
import io.streambench.bench.redaction.Redactor;
import io.streambench.bench.runfolder.RunFolderName;
import io.streambench.bench.settings.RunSettings;
import io.streambench.diagnose.cluster.ClusterDiagnosis;
import io.streambench.diagnose.cluster.ClusterSnapshots;
import io.streambench.diagnose.cluster.CompressedText;
import io.streambench.diagnose.cluster.NodeSnapshot;
import io.streambench.diagnose.cluster.ObservedCollection;
import io.streambench.diagnose.cluster.SolrNodes;
import io.streambench.diagnose.judge.UnseenJvm;
import io.streambench.diagnose.jvm.Jcmd;
import io.streambench.diagnose.report.DiagnosisReport;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.rule.StallCause;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code streambench diagnose}, which shows a cluster's settings, and whether it hangs
 * or can hang.
 */
@Command(name = "diagnose")
final class DiagnoseVerb implements Callable<Integer> {
  /** The minimum time without activity after which a thread counts as hanging. */
  static final Duration MIN_SILENCE = Duration.ofSeconds(10);

  private static final int MAX_PORT = 65_535;
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final long SNAPSHOT_INTERVAL_MILLIS = 15_000;
  private static final long MIN_SLEEP_MILLIS = 1_000;
  private static final long WATCH_INTERVAL_MILLIS = 30_000;

  /**
   * The time after which no further collections are sampled, so that the next snapshot is not
   * delayed.
   */
  private static final long MAX_SAMPLING_MILLIS = 4_000;

  private static final int MAX_KEPT_SNAPSHOTS = 4;
  private static final int MAX_SAMPLED_DOCUMENTS = 1_000;
  private static final int MAX_SAMPLED_COLLECTIONS = 20;

  @Mixin private FormatOption format;
  @Mixin private DiagnosisOutput output;
  @Mixin private ClusterAccess access;

  @Parameters(arity = "1..*", paramLabel = "URL", descriptionKey = "url")
  private List<String> urls;

  @Option(names = "--sample", paramLabel = "N", defaultValue = "64")
  private String sampleSize;

  @Option(names = "--pid", paramLabel = "PID")
  private List<String> pids = List.of();

  @Option(names = "--watch")
  private boolean watch;

  @Option(names = "--save", paramLabel = "FILE")
  private Path saveFile;

  private final LongSupplier clock;
  private final Sleeper sleeper;
  private final Duration requestTimeout;

  /** A function that sleeps for {@code millis} and returns whether Ctrl-C ended the sleep. */
  interface Sleeper {
    boolean sleep(long millis, Optional<Interruption> interruption) throws InterruptedException;
  }

  DiagnoseVerb() {
    this(
        steadyClock(),
        (millis, interruption) -> {
          if (interruption.isPresent()) {
            return interruption.get().await(millis);
          }
          TimeUnit.MILLISECONDS.sleep(millis);
          return false;
        },
        REQUEST_TIMEOUT);
  }

  /** Returns a clock that starts at the current time and ignores later changes of system time. */
  private static LongSupplier steadyClock() {
    long begun = System.currentTimeMillis();
    long then = System.nanoTime();
    return () -> begun + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - then);
  }

  DiagnoseVerb(LongSupplier clock, Sleeper sleeper, Duration requestTimeout) {
    this.clock = clock;
    this.sleeper = sleeper;
    this.requestTimeout = requestTimeout;
  }

  @Override
  public Integer call() throws Exception {
    int maxSampled = Values.wholeNumber("--sample", sampleSize, 0, MAX_SAMPLED_DOCUMENTS);
    output.requireWritable(List.of());
    WritableFiles.requireWritable("--save", saveFile, List.of(), output.htmlFile, output.pngFile);
    List<Jcmd> programs =
        pids.stream()
            .map(pid -> Jcmd.of(Values.wholeNumber("--pid", pid, 1, Integer.MAX_VALUE), "attach"))
            .toList();
    urls = urls.stream().map(DiagnoseVerb::baseUrl).toList();
    SolrNodes nodes = SolrNodes.find(access.openHttpClient(requestTimeout), urls);
    long begun = clock.getAsLong();
    List<NodeSnapshot> first = takeSnapshots(nodes, programs, 1);
    long next =
        Math.max(
            begun + SNAPSHOT_INTERVAL_MILLIS,
            clock.getAsLong() + MIN_SILENCE.toMillis() + MIN_SLEEP_MILLIS);
    List<ObservedCollection> collections = new ArrayList<>();
    for (ObservedCollection collection : nodes.collections()) {
      boolean wanted =
          maxSampled > 0
              && collections.size() < MAX_SAMPLED_COLLECTIONS
              && clock.getAsLong() - begun < MAX_SAMPLING_MILLIS;
      collections.add(wanted ? withSamples(nodes, collection, maxSampled) : collection);
    }
    ClusterSnapshots snapshots = new ClusterSnapshots(collections, OptionalLong.empty(), first);
    return watch
        ? watchUntilHang(nodes, programs, snapshots)
        : diagnoseTwice(nodes, programs, snapshots, next);
  }

  /** Returns {@code collection} with samples, or without samples if a shard does not respond. */
  private static ObservedCollection withSamples(
      SolrNodes nodes, ObservedCollection collection, int maxDocuments) {
    try {
      return nodes.collectionSampler().withSamples(collection, "*", maxDocuments);
    } catch (IOException e) {
      return collection;
    }
  }

  private int diagnoseTwice(
      SolrNodes nodes,
      List<Jcmd> programs,
      ClusterSnapshots firstSnapshots,
      long nextSnapshotMillis)
      throws Exception {
    sleeper.sleep(
        Math.max(
            MIN_SLEEP_MILLIS,
            nextSnapshotMillis - SNAPSHOT_INTERVAL_MILLIS / 2 - clock.getAsLong()),
        Optional.empty());
    nodes.readSettings();
    sleeper.sleep(
        Math.max(MIN_SLEEP_MILLIS, nextSnapshotMillis - clock.getAsLong()), Optional.empty());
    ClusterSnapshots snapshots = takeNextSnapshots(nodes, programs, 2, firstSnapshots);
    if (saveFile != null) {
      save(snapshots, saveFile);
    }
    return printDiagnosis(ClusterDiagnosis.of(snapshots, MIN_SILENCE).withQueries());
  }

  /**
   * Takes snapshots until a stream hangs or Ctrl-C is pressed. A silent stream counts as hanging
   * only after two intervals, because a reader may pause.
   */
  private int watchUntilHang(SolrNodes nodes, List<Jcmd> programs, ClusterSnapshots firstSnapshots)
      throws Exception {
    Instant begun = Instant.ofEpochMilli(clock.getAsLong());
    try (Interruption interruption = new Interruption()) {
      format.printNote("watching until a stream hangs or you press Ctrl-C");
      ClusterSnapshots snapshots = firstSnapshots;
      ClusterDiagnosis found;
      boolean ended;
      int silentIntervals = 0;
      int number = 1;
      do {
        ended = sleeper.sleep(WATCH_INTERVAL_MILLIS / 2, Optional.of(interruption));
        nodes.readSettings();
        ended = ended || sleeper.sleep(WATCH_INTERVAL_MILLIS / 2, Optional.of(interruption));
        snapshots = takeNextSnapshots(nodes, programs, ++number, snapshots);
        found = ClusterDiagnosis.of(snapshots.withNewest(2), MIN_SILENCE);
        boolean silent =
            found
                .diagnosis()
                .cause()
                .filter(cause -> cause != StallCause.REQUEST_PERMITS)
                .isPresent();
        silentIntervals = silent ? silentIntervals + 1 : 0;
      } while (!ended && !found.diagnosis().isStalled() && silentIntervals < 2);
      return writeEvidence(snapshots, found.withQueries(), begun);
    }
  }

  /** Refreshes the cluster's state. Returns {@code previous} with a new snapshot of each node. */
  private ClusterSnapshots takeNextSnapshots(
      SolrNodes nodes, List<Jcmd> programs, int number, ClusterSnapshots previous) {
    long asked = clock.getAsLong();
    OptionalLong state = nodes.refresh() ? OptionalLong.of(asked) : OptionalLong.empty();
    List<NodeSnapshot> now = takeSnapshots(nodes, programs, number);
    return previous.withAdditional(now, nodes.collections(), state, MAX_KEPT_SNAPSHOTS);
  }

  private int writeEvidence(
      ClusterSnapshots snapshots, ClusterDiagnosis clusterDiagnosis, Instant startTime)
      throws IOException {
    Path logs = RunSettings.ofThisJvm().withCheckedLogs().logsFolder();
    Outcome outcome =
        clusterDiagnosis.diagnosis().isStalled() ? Outcome.STALLED : Outcome.COMPLETED;
    Path folder = RunFolderName.create(logs, startTime, "diagnose", outcome);
    save(snapshots, saveFile == null ? folder.resolve("looks.gz") : saveFile);
    int status = printDiagnosis(clusterDiagnosis);
    String readme =
        "A cluster, watched from " + startTime + "\n\n`looks.gz`: streambench analyze looks.gz.";
    EvidenceVerb.writeEvidence(
        format, folder, readme, new DiagnosisReport(clusterDiagnosis), MIN_SILENCE);
    return status;
  }

  private int printDiagnosis(ClusterDiagnosis clusterDiagnosis) throws IOException {
    return output.printReport(
        format, new DiagnosisReport(clusterDiagnosis), String.join(", ", urls));
  }

  private void save(ClusterSnapshots snapshots, Path file) throws IOException {
    snapshots.write(file, new RedactedJson(Redactor.ofThisMachine())::redact);
    format.printNote("looks, redacted: " + file);
  }

  /** Returns a snapshot of each node and local JVM. A failed snapshot contains the error. */
  private List<NodeSnapshot> takeSnapshots(SolrNodes nodes, List<Jcmd> programs, int number) {
    List<NodeSnapshot> snapshots = new ArrayList<>(nodes.takeSnapshots(number, clock));
    for (Jcmd program : programs) {
      String name = "process " + program.pid();
      long now = clock.getAsLong();
      CompressedText threads = NodeSnapshot.EMPTY_TEXT;
      String error = null;
      try {
        threads = CompressedText.of(program.threadAndHeapDump());
      } catch (IOException | SettingException e) {
        error = String.valueOf(e.getMessage());
      }
      UnseenJvm.Cause why = error == null ? null : UnseenJvm.Cause.UNUSABLE;
      snapshots.add(new NodeSnapshot(number, name, now, why, error, Map.of(), threads));
    }
    return snapshots;
  }

  /** Converts a URL, such as one from Solr's user interface, to the base URL of the node. */
  private static String baseUrl(String text) {
    try {
      URI uri =
          URI.create(
              text.replaceFirst("[/?]?#.*$", "")
                  .replaceFirst("/+$", "")
                  .replaceFirst("^([a-z]+://\\[[^]]*)%25", "$1%")); // a zone as in RFC 6874
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean host = uri.getHost() != null && uri.getPort() <= MAX_PORT;
      if (http && host && uri.getUserInfo() == null && uri.getQuery() == null) {
        return uri.getPath().isEmpty() ? uri + "/solr" : uri.toString();
      }
    } catch (IllegalArgumentException e) {
      // reported below
    }
    String shown =
        (text.contains("@") ? TextFormat.of("…%s", text.substring(text.lastIndexOf('@'))) : text)
            .replaceFirst("[?#].*", "…");
    throw new SettingException(
        "URL", "be of a node, as http://node1:8983/solr, without a password", shown);
  }
}
