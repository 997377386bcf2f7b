package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.SolrReleaseLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.util.Utils;

/** Checks, before a run, that the forks' {@code java} command accepts the forks' arguments. */
final class ForkJava {
  private static final int MIN_JDK = 17;

  /** Matches a Java version, as in {@code version "1.8.0_202"} or {@code version "17.0.15"}. */
  private static final Pattern JAVA_VERSION = Pattern.compile("version \"(?:1\\.)?(\\d+)");

  /**
   * Matches arguments that the check omits, because they may start an agent or write large files.
   */
  private static final Predicate<String> OMITTED_ARGUMENTS =
      Pattern.compile("|-D.*|.*(?i:agent|jdwp|file|record|archive|dump|log|touch).*")
          .asMatchPredicate();

  /** Matches the output line that explains why a JVM does not start. */
  private static final Pattern FAILURE_REASON =
      Pattern.compile("(?m)^(?!Picked up|.* warning: |Error occurred).+");

  private ForkJava() {}

  /**
   * Returns the feature release of the forks' JDK. Throws a {@link SettingException} if that JDK is
   * too old, or does not start with the forks' arguments.
   */
  static int requireSupportedJdk(Options options, Collection<BenchmarkListEntry> benchmarks) {
    Set<List<String>> tries = new LinkedHashSet<>();
    if (options.getJvm().hasValue()) {
      tries.add(List.of());
    }
    boolean anyTyped =
        Stream.of(options.getJvmArgsPrepend(), options.getJvmArgs(), options.getJvmArgsAppend())
            .flatMap(arguments -> arguments.orElse(List.of()).stream())
            .anyMatch(OMITTED_ARGUMENTS.negate());
    Collection<String> solr =
        options.getParameter(BenchmarkParameters.SOLR.name()).orElse(List.of());
    if (anyTyped && !solr.contains(SolrReleaseLine.SOLR_10.toString())) { // Solr 10 has its own JDK
      benchmarks.forEach(benchmark -> tries.add(checkableArguments(options, benchmark)));
    }
    int jdk = Runtime.version().feature();
    for (List<String> arguments : tries) {
      jdk = readFeatureRelease(options.getJvm().orElse(Utils.getCurrentJvm()), arguments);
      SettingException.throwIf(jdk < MIN_JDK, "JDK (-jvm)", "be " + MIN_JDK + " or later", jdk);
    }
    return jdk;
  }

  private static List<String> checkableArguments(Options options, BenchmarkListEntry benchmark) {
    return Stream.of(
            options.getJvmArgsPrepend().orElse(benchmark.getJvmArgsPrepend().orElse(List.of())),
            options.getJvmArgs().orElse(benchmark.getJvmArgs().orElse(List.of())),
            options.getJvmArgsAppend().orElse(benchmark.getJvmArgsAppend().orElse(List.of())))
        .flatMap(Collection::stream)
        .filter(OMITTED_ARGUMENTS.negate())
        .toList();
  }

  private static int readFeatureRelease(String javaCommand, List<String> arguments) {
    List<String> command = new ArrayList<>(arguments);
    command.add(0, javaCommand);
    command.add("-version");
    String printed = "";
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      // The file is missing or not executable, so it is not a java command.
    }
    Matcher version = JAVA_VERSION.matcher(printed);
    if (version.find()) {
      return Integer.parseInt(version.group(1));
    }
    Matcher reason = FAILURE_REASON.matcher(printed);
    throw arguments.isEmpty() || !reason.find()
        ? new SettingException("JDK (-jvm)", "be a java command", javaCommand)
        : new SettingException(
            "-jvmArgs",
            "be what the forks' JVM starts with (" + reason.group() + ")",
            String.join(" ", arguments));
  }
}
