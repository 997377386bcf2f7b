package io.streambench.bench.fork;

import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.bench.runfolder.RunInfo;
import io.streambench.bench.settings.RecordingMode;
import io.streambench.bench.settings.RunSettings;
import io.streambench.bench.settings.SecretArguments;
import io.streambench.flow.recording.CaptureMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The task that JMH has given to a fork: a benchmark with its parameters.
 *
 * @param benchmark class and method, without the package
 * @param mode JMH's short label of the benchmark mode; empty if unknown
 * @param threads number of threads that run operations concurrently
 * @param parameters a value for every parameter of the benchmark, by name
 * @param properties system properties of this JVM
 */
public record Job(
    String benchmark,
    String mode,
    int threads,
    Map<String, String> parameters,
    Map<String, String> properties) {
  /** The name of the file in the outcome folder that passes the user's command to the forks. */
  static final String COMMAND_FILE = "command.txt";

  public static Job of(BenchmarkParams benchmark) {
    String name = benchmark.getBenchmark();
    int method = name.lastIndexOf('.');
    return new Job(
        name.substring(name.lastIndexOf('.', method - 1) + 1),
        benchmark.getMode().shortLabel(),
        benchmark.getThreads(),
        parameters(benchmark),
        System.getProperties().stringPropertyNames().stream()
            .collect(Collectors.toMap(property -> property, System::getProperty)));
  }

  /** Returns the value of every parameter of a benchmark by name, in JMH's order. */
  public static Map<String, String> parameters(BenchmarkParams benchmark) {
    Map<String, String> parameters = new LinkedHashMap<>();
    benchmark.getParamsKeys().forEach(key -> parameters.put(key, benchmark.getParam(key)));
    return parameters;
  }

  /** Returns an identifier of a benchmark and its parameters that is equal on all machines. */
  public static String combinationId(BenchmarkParams benchmark) {
    String all =
        String.join(
            "\n",
            benchmark.getBenchmark(),
            benchmark.getMode().shortLabel(),
            new TreeMap<>(parameters(benchmark)).toString());
    return UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8)).toString();
  }

  public Optional<Path> folderFromProperty(String property) {
    return Optional.ofNullable(properties.get(property)).map(Path::of);
  }

  public RunInfo runInfo(String product, CaptureMode capture, Optional<RecordingMode> recording) {
    return new RunInfo(
        benchmark,
        command(),
        Instant.now(),
        parameters,
        product,
        capture,
        RunSettings.of(properties).withRecording(recording).withCheckedLogs());
  }

  /**
   * Returns the command that repeats this run, as the user entered it. If it is unknown, returns
   * the command line of this process or, in a fork, of the parent process. Secrets are masked.
   */
  private String command() {
    return folderFromProperty(OutcomeFile.FOLDER_PROPERTY)
        .flatMap(outcomes -> readIfPresent(outcomes.resolve(COMMAND_FILE)))
        .or(Job::commandLineOfProcess)
        .map(SecretArguments::maskSecretsIn)
        .orElse("unknown");
  }

  private static Optional<String> readIfPresent(Path file) {
    try {
      return Optional.of(Files.readString(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> commandLineOfProcess() {
    ProcessHandle self = ProcessHandle.current();
    return (ForkGuard.isInFork() ? self.parent() : Optional.of(self))
        .map(ProcessHandle::info)
        .flatMap(ProcessHandle.Info::commandLine);
  }
}
