package io.streambench.doctor;

import io.streambench.doctor.MachineFacts.Load;
import io.streambench.redaction.Redactor;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Reads what else runs on the machine. */
final class ProcessFacts {
  private static final String FORK = "org.openjdk.jmh.runner.ForkedMain";
  private static final Duration LOOK = Duration.ofMillis(300);
  private static final int NAMED = 3;

  private final KernelFiles files;

  ProcessFacts(KernelFiles files) {
    this.files = files;
  }

  /** Names the busiest processes where there is load enough to make that worth its 0.3 s. */
  Load load(int cpus) {
    OptionalDouble average = average();
    boolean high = average.orElse(0) / cpus > CpuRules.QUIET_LOAD_PER_CPU;
    return new Load(average, high ? busiest() : List.of());
  }

  private OptionalDouble average() {
    String first = files.text("proc/loadavg").orElse("").split(" ")[0];
    if (first.matches("\\d{1,9}\\.\\d{1,9}")) {
      return OptionalDouble.of(Double.parseDouble(first));
    }
    double average = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return average < 0 ? OptionalDouble.empty() : OptionalDouble.of(average);
  }

  private record Busy(String name, Duration time) {}

  private static List<String> busiest() {
    Map<Long, Duration> before = new HashMap<>();
    others().forEach(process -> before.put(process.pid(), time(process)));
    try {
      Thread.sleep(LOOK.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Redactor redactor = Redactor.ofThisMachine();
    return others()
        .filter(process -> before.containsKey(process.pid()))
        .map(process -> new Busy(name(process), time(process).minus(before.get(process.pid()))))
        .filter(busy -> busy.time.compareTo(LOOK.dividedBy(20)) > 0 && !busy.name.isEmpty())
        .sorted(Comparator.comparing(Busy::time).reversed())
        .map(busy -> redactor.redact(busy.name))
        .distinct()
        .limit(NAMED)
        .toList();
  }

  private static Stream<ProcessHandle> others() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid());
  }

  private static Duration time(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static String name(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> String.valueOf(Path.of(command).getFileName()))
        .orElse("");
  }

  /**
   * Processes of JMH forks. From {@code /proc} where there is one: of a command line longer than a
   * page, as an IDE's class path makes it, the JDK tells nothing.
   */
  List<Long> forks() {
    List<String> processes = files.names("proc", "\\d{1,18}");
    if (!processes.isEmpty()) {
      return processes.stream()
          .filter(process -> isFork(files.text("proc/" + process + "/cmdline").orElse("")))
          .map(Long::valueOf)
          .sorted()
          .toList();
    }
    return ProcessHandle.allProcesses()
        .filter(process -> isFork(process.info().commandLine().orElse("")))
        .map(ProcessHandle::pid)
        .toList();
  }

  /** The class is an argument of its own; a search for its name is no fork. */
  private static boolean isFork(String commandLine) {
    List<String> words = List.of(commandLine.split("[\0 ]"));
    return words.contains(FORK) && words.get(0).matches("(.*/)?java");
  }
}
