package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.Values;
import io.streambench.base.files.WritableFiles;
import io.streambench.bench.fork.ForkArguments;
import io.streambench.bench.fork.Job;
import io.streambench.bench.fork.MeasuringLock;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.rendezvous.JointRun;
import io.streambench.bench.rendezvous.Rendezvous;
import io.streambench.bench.runfolder.RunFolderName;
import io.streambench.bench.settings.ZkHost;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Threads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code streambench join}, which measures one benchmark with clients on several
 * machines.
 */
@Command(name = "join")
final class JoinVerb implements Callable<Integer> {
  private static final int MAX_CLIENTS = 100;
  private static final Duration MAX_WAIT = Duration.ofHours(24);
  private static final String ZK_HOST_PARAMETER = "zkHost";

  @Mixin private FormatOption format;

  @Option(names = "--zk", required = true, paramLabel = "HOST:PORT/CHROOT")
  private String zkHost;

  @Option(names = "--run", required = true, paramLabel = "NAME")
  private String name;

  @Option(names = "--clients", required = true, paramLabel = "N")
  private int clientCount;

  @Option(names = "--wait", paramLabel = "TIME", defaultValue = "5m")
  private String waitTime;

  @Option(names = "--results", paramLabel = "FOLDER")
  private Path resultsFolder;

  @Parameters(arity = "1..*", paramLabel = "ARGS", descriptionKey = "args")
  private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    Duration maxWait = Values.duration("--wait", waitTime, MAX_WAIT);
    SettingException.throwIf(
        clientCount < 1 || clientCount > MAX_CLIENTS,
        "--clients",
        "be 1 to " + MAX_CLIENTS,
        clientCount);
    ZkHost zooKeeper = ZkHost.ofOption("--zk", zkHost);
    List<String> job = jmhArguments(zooKeeper);
    JointRun run = new JointRun(zooKeeper.text(), name, clientName());
    Path results = WritableFiles.resultsFolder(resultsFolder);
    try (MeasuringLock lock = MeasuringLock.acquire("join")) {
      return runJointly(run, job, maxWait, results);
    }
  }

  private int runJointly(
      JointRun run, List<String> jmhArguments, Duration maxWait, Path resultsParent)
      throws Exception {
    byte[] agreedJob =
        (clientCount + " " + String.join(" ", jmhArguments)).getBytes(StandardCharsets.UTF_8);
    String hash = UUID.nameUUIDFromBytes(agreedJob).toString();
    try (Rendezvous rendezvous =
        Rendezvous.join(run, hash, clientCount, maxWait, format::printNote)) {
      int here = rendezvous.members().size();
      format.printNote(TextFormat.of("# the run begins with %d of %d clients", here, clientCount));
      Path folder = createRunFolder(resultsParent);
      Path ownFolder = Files.createDirectories(folder.resolve("mine"));
      ExitStatus status = ExitStatus.FAILED;
      try {
        status = measure(jmhArguments, run, ownFolder, rendezvous);
      } finally {
        rendezvous.reportAllFinished();
        format.printNote("# results of this client: " + ownFolder);
      }
      Files.writeString(ownFolder.resolve(JointResults.STATUS_FILE), status.name());
      Optional<List<String>> lost =
          rendezvous.uploadResults(filesToUpload(ownFolder), format::printNote);
      if (lost.isEmpty()) {
        format.printNote("# another client merges the results");
        return status.code();
      }
      try {
        JointResults joint = new JointResults(rendezvous, clientCount, lost.get(), folder);
        format.print(
            () -> "\n" + joint.text() + "results: " + folder + "\n",
            joint::markdown,
            () -> joint.json(folder));
        return joint.status().code();
      } finally {
        rendezvous.reportMerged(
            folder.toString()); // even after a failure: clients keep their results
      }
    }
  }

  /** Checks the arguments, adds {@code zkHost} if it is missing, and returns them for JMH. */
  private List<String> jmhArguments(ZkHost zooKeeper) {
    List<String> job = new ArrayList<>(arguments);
    if (job.stream().noneMatch(word -> word.matches("(-p)?" + ZK_HOST_PARAMETER + "=.*"))) {
      // JMH splits values at commas.
      job.addAll(0, List.of("-p", ZK_HOST_PARAMETER + "=" + zooKeeper.text().replace(',', '+')));
    }
    BenchmarksMain.checkArguments(
        "ARGS",
        job,
        typed -> {
          SettingException.throwIf(
              typed.getWarmupIterations().orElse(1) == 0,
              "-wi",
              "be at least 1: the first iteration begins when its documents are there",
              0);
          SettingException.throwIf(typed.getForkCount().orElse(1) < 1, "-f", "be at least 1", 0);
          SettingException.throwIf(
              typed.getThreads().orElse(1) == Threads.MAX,
              "-t",
              "be a number, the same on all machines",
              "max");
        },
        format::warn);
    return job;
  }

  private static String clientName() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      host = "client";
    }
    // Containers on one host, and machines named localhost, may have equal names and process IDs.
    String unique = Integer.toHexString(ThreadLocalRandom.current().nextInt(0x1000, 0x10000));
    return host.replaceAll("[^\\w.-]", "-") + "-" + unique + "-" + ProcessHandle.current().pid();
  }

  private Path createRunFolder(Path results) throws IOException {
    String time = RunFolderName.TIME_FORMAT.format(Instant.now());
    return Files.createDirectories(
        results.resolve("join-" + name + "-" + time + "-" + ProcessHandle.current().pid()));
  }

  private ExitStatus measure(
      List<String> jmhArguments, JointRun run, Path ownFolder, Rendezvous rendezvous) {
    List<String> all = ForkArguments.withoutInheritedArguments(jmhArguments);
    all.addAll(
        List.of("-rf", "json", "-rff", ownFolder.resolve(JointResults.RESULTS_FILE).toString()));
    Properties properties = (Properties) System.getProperties().clone();
    properties.setProperty(JointRun.PROPERTY, run.encode());
    properties.setProperty("streambench.logs", ownFolder.resolve("logs").toString());
    PrintStream standardOutput = System.out;
    System.setOut(System.err); // JMH's output is not part of the result
    try {
      return BenchmarksMain.run(
          all.toArray(String[]::new),
          System.err,
          properties,
          (combination, outcomes) -> {
            rendezvous.reportFinished(Job.combinationId(combination));
            moveLoadFiles(Job.combinationId(combination), outcomes, ownFolder);
          });
    } finally {
      System.setOut(standardOutput);
    }
  }

  /** Moves the forks' load files to this client's folder, and numbers them by age. */
  private static void moveLoadFiles(String combination, Path outcomes, Path ownFolder) {
    try (Stream<Path> files = Files.list(outcomes)) {
      int number = 0;
      List<Path> found =
          files
              .filter(file -> file.toString().endsWith(LoadFile.EXTENSION))
              .sorted(Comparator.comparingLong(file -> file.toFile().lastModified()))
              .toList();
      for (Path load : found) {
        Files.move(load, ownFolder.resolve(combination + "-" + ++number + LoadFile.EXTENSION));
      }
    } catch (IOException e) {
      System.err.println("warning: the load of a fork could not be kept: " + e);
    }
  }

  private static Map<String, Path> filesToUpload(Path ownFolder) throws IOException {
    Map<String, Path> files = new LinkedHashMap<>();
    try (Stream<Path> walked = Files.walk(ownFolder, 2)) {
      List<Path> all = walked.filter(Files::isRegularFile).sorted().toList();
      for (String ending : JointResults.UPLOAD_SUFFIXES) {
        all.stream()
            .filter(file -> file.toString().endsWith(ending))
            .forEach(file -> files.put(ownFolder.relativize(file).toString(), file));
      }
    }
    return files;
  }
}
