package io.streambench.bench.doctor;

import io.streambench.base.TextFormat;
import io.streambench.bench.doctor.Check.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks a machine: whether others can repeat its runs, whether it has the resources for 12 shards,
 * and whether other programs use its processors.
 */
public final class Checkup {
  /** The load per CPU of an idle desktop; above it, other programs are active. */
  private static final double QUIET_LOAD_PER_CPU = 0.3;

  private static final long GB = 1_000_000_000L;
  private static final long MEMORY_NEEDED = 3 * GB;
  private static final long DISK_NEEDED = GB;

  /** Arguments that change how code is compiled or run, so that results are not comparable. */
  private static final Pattern SLOW_OPTIONS =
      Pattern.compile(
          "-Xint|-Xcomp|-Xdebug|-Xrunjdwp.*|-agent(lib|path):.*|-javaagent:.*"
              + "|-XX:TieredStopAtLevel=[0-3]|-XX:-TieredCompilation|-ea.*|-enableassertions.*");

  private Checkup() {}

  private record CheckResult(Status status, String text) {}

  /** All checks, in the order in which a person would do them. */
  public static List<Check> of(Machine machine) {
    return List.of(
        checkOf(
            "JDK",
            checkJdk(machine),
            "The compiler in the JVM is part of what is measured: take a released 64-bit JDK, 17"
                + " or later, without debugger, agent or interpreter flags (JAVA_OPTS,"
                + " JAVA_TOOL_OPTIONS)."),
        checkOf(
            "checkout",
            checkCheckout(machine),
            "A result belongs to a commit that others can check out: commit or stash your changes"
                + " before the run."),
        checkOf(
            "memory",
            checkMemory(machine),
            "12 shards need 3 GB. With less, you measure the garbage collector: close other"
                + " programs, or give the container more memory."),
        checkOf(
            "disk for data",
            checkDisk(machine, machine.data),
            "An index of the published size takes up to 1 GB, and a full disk fails the run at"
                + " its end: free some, or move the checkout."),
        checkOf(
            "disk for logs",
            checkDisk(machine, machine.logs),
            "A full capture takes up to 1 GB. Evidence is lost when the disk is full: free some"
                + " space, or name another folder with -Dstreambench.logs=."),
        checkOf(
            "CPUs",
            Optional.of(checkCpus(machine.usableCpus(), machine.onlineCpus())),
            "Client, nodes and ZooKeeper share them, and with fewer than two they wait for each"
                + " other rather than for the network: give the run two or more."),
        checkOf(
            "load",
            checkLoad(machine),
            "Other programs use the CPUs at random: end them (builds too), and wait a minute."));
  }

  private static Check checkOf(String name, Optional<CheckResult> look, String advice) {
    CheckResult found = look.orElse(new CheckResult(Status.UNKNOWN, "not readable on this system"));
    return new Check(name, found.status, found.text, advice);
  }

  private static CheckResult okOrWarn(boolean ok, String text) {
    return new CheckResult(ok ? Status.OK : Status.WARN, text);
  }

  private static Optional<CheckResult> checkJdk(Machine machine) {
    String version = machine.property("java.runtime.version");
    String vm = machine.property("java.vm.name");
    List<String> flaws = new ArrayList<>();
    if (machine.property("sun.arch.data.model").equals("32")) {
      flaws.add("32-bit");
    }
    if (version.matches(".*(-ea|-internal|debug).*") || vm.contains("Zero")) {
      flaws.add("not a release");
    }
    machine.jvmArguments().stream()
        .filter(argument -> SLOW_OPTIONS.matcher(argument).matches())
        .map(argument -> "runs with " + argument.split("[:=]", 2)[0])
        .forEach(flaws::add);
    String found = flaws.isEmpty() ? "" : "; " + String.join(", ", flaws);
    String jvm = version + ", " + machine.property("java.vendor") + ", " + vm;
    return Optional.of(okOrWarn(flaws.isEmpty(), jvm + found));
  }

  private static Optional<CheckResult> checkCheckout(Machine machine) {
    Optional<String> commit = machine.buildProperty("gitCommit", "[0-9a-f]{12,}");
    return machine
        .buildProperty("gitDirty", "true|false")
        .map("false"::equals)
        .filter(clean -> commit.isPresent())
        .map(
            clean ->
                okOrWarn(
                    clean,
                    commit.get().substring(0, 12)
                        + (clean ? ", clean" : ", with uncommitted changes")));
  }

  private static Optional<CheckResult> checkMemory(Machine machine) {
    Optional<Long> available = machine.memoryBytes("MemAvailable");
    return machine
        .memoryBytes("MemTotal")
        .map(
            total -> {
              long usable =
                  machine
                      .cgroupValues("memory.max", "\\d{1,18}")
                      .mapToLong(Long::parseLong)
                      .reduce(total, Math::min);
              String limited =
                  usable < total ? ", of which the control group allows " + gigabytes(usable) : "";
              String left = available.map(n -> ", " + gigabytes(n) + " available").orElse("");
              return okOrWarn(
                  Math.min(usable, available.orElse(usable)) >= MEMORY_NEEDED,
                  gigabytes(total) + limited + left);
            });
  }

  private static Optional<CheckResult> checkDisk(Machine machine, Path folder) {
    return machine
        .freeBytes(folder)
        .map(
            free ->
                okOrWarn(
                    free >= DISK_NEEDED,
                    gigabytes(free) + " free at " + machine.displayPath(folder)));
  }

  private static CheckResult checkCpus(int usable, int online) {
    return okOrWarn(
        usable >= 2,
        usable < online ? TextFormat.of("%d of the machine's %d", usable, online) : "" + usable);
  }

  private static Optional<CheckResult> checkLoad(Machine machine) {
    return machine
        .readText("proc/loadavg", "\\d{1,9}\\.\\d{1,9} .*")
        .map(text -> Double.parseDouble(text.split(" ")[0]) / machine.onlineCpus())
        .map(
            perCpu ->
                okOrWarn(
                    perCpu <= QUIET_LOAD_PER_CPU,
                    TextFormat.of("%.2f per CPU over the last minute", perCpu)));
  }

  private static String gigabytes(long bytes) {
    return TextFormat.of("%.1f GB", bytes / (double) GB);
  }
}
