package io.streambench.doctor;

import io.streambench.redaction.Redactor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads what else runs on the machine. */
record Processes(KernelFiles files) {
  private static final String FORK = "org.openjdk.jmh.runner.ForkedMain";
  private static final Duration LOOK = Duration.ofMillis(300);
  private static final int NAMED = 3;

  private record Busy(String name, Duration time) {}

  /** Names of the processes that use the most processor time for 0.3 s. */
  static List<String> busiest() {
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
   * Processes of JMH forks. From {@code /proc} where there is one: the JDK shows no command line
   * that is longer than a page, as an IDE's class path makes it.
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
