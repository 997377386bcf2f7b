package io.streambench.bench.doctor;

import io.streambench.base.TextFormat;
import io.streambench.bench.doctor.Checkup.Check.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Checks whether a machine is fit for benchmarks: whether its runs are repeatable, whether it has
 * the resources for 12 shards, and whether other programs use its CPUs.
 */
public final class Checkup {
  /** The load per CPU above which other programs are considered to be active. */
  private static final double QUIET_LOAD_PER_CPU = 0.3;

  private static final long BYTES_PER_GB = 1_000_000_000L;
  private static final long MIN_MEMORY_BYTES = 3 * BYTES_PER_GB;
  private static final long MIN_FREE_DISK_BYTES = BYTES_PER_GB;

  /** JVM options that change how code is compiled or run, which makes results incomparable. */
  private static final Pattern DISTORTING_OPTION =
      Pattern.compile(
          "-Xint|-Xcomp|-Xdebug|-Xrunjdwp.*|-agent(lib|path):.*|-javaagent:.*"
              + "|-XX:TieredStopAtLevel=[0-3]|-XX:-TieredCompilation|-ea.*|-enableassertions.*");

  private Checkup() {}

  /**
   * The result of one check of a machine.
   *
   * @param name the checked condition, in one or two words
   * @param advice why the condition matters and what to do, in one sentence
   */
  public record Check(String name, Status status, String found, String advice) {
    public enum Status {
      OK,
      /** The condition is not met: runs may fail or may be hard to repeat. */
      WARN,
      /** The condition cannot be determined on this system. */
      UNKNOWN
    }
  }

  /** Runs all checks on a machine, and returns the results in display order. */
  public static List<Check> of(Machine machine) {
    return List.of(
        checkJdk(machine),
        checkCheckout(machine),
        checkMemory(machine),
        checkDisk(
            "disk for data",
            machine.dataDisk(),
            "An index of the published size takes up to 1 GB, and a full disk fails the run at"
                + " its end: free some, or move the checkout."),
        checkDisk(
            "disk for logs",
            machine.logsDisk(),
            "A full capture takes up to 1 GB. Evidence is lost when the disk is full: free some"
                + " space, or name another folder with -Dstreambench.logs=."),
        checkCpus(machine),
        checkLoad(machine));
  }

  private static Check okOrWarn(
      boolean isConditionMet, String name, String finding, String advice) {
    return new Check(name, isConditionMet ? Status.OK : Status.WARN, finding, advice);
  }

  private static Check unknownResult(String name, String advice) {
    return new Check(name, Status.UNKNOWN, "not readable on this system", advice);
  }

  private static Check checkJdk(Machine machine) {
    UnaryOperator<String> property = machine.systemProperty();
    String version = property.apply("java.runtime.version");
    String vm = property.apply("java.vm.name");
    List<String> flaws = new ArrayList<>();
    if (property.apply("sun.arch.data.model").equals("32")) {
      flaws.add("32-bit");
    }
    if (version.matches(".*(-ea|-internal|debug).*") || vm.contains("Zero")) {
      flaws.add("not a release");
    }
    machine.jvmArguments().stream()
        .filter(argument -> DISTORTING_OPTION.matcher(argument).matches())
        .map(argument -> "runs with " + argument.split("[:=]", 2)[0])
        .forEach(flaws::add);
    String found = flaws.isEmpty() ? "" : "; " + String.join(", ", flaws);
    return okOrWarn(
        flaws.isEmpty(),
        "JDK",
        version + ", " + property.apply("java.vendor") + ", " + vm + found,
        "The compiler in the JVM is part of what is measured: take a released 64-bit JDK, 17 or"
            + " later, without debugger, agent or interpreter flags (JAVA_OPTS,"
            + " JAVA_TOOL_OPTIONS).");
  }

  private static Check checkCheckout(Machine machine) {
    String name = "checkout";
    String advice =
        "A result belongs to a commit that others can check out: commit or stash your changes"
            + " before the run.";
    String commit = String.valueOf(machine.buildProperties().get("gitCommit"));
    String dirty = String.valueOf(machine.buildProperties().get("gitDirty"));
    if (!commit.matches("[0-9a-f]{12,}") || !dirty.matches("true|false")) {
      return unknownResult(name, advice);
    }
    boolean isClean = dirty.equals("false");
    String found = commit.substring(0, 12) + (isClean ? ", clean" : ", with uncommitted changes");
    return okOrWarn(isClean, name, found, advice);
  }

  private static Check checkMemory(Machine machine) {
    long total = machine.totalMemoryBytes();
    OptionalLong available = machine.availableMemoryBytes();
    String left =
        available.isPresent() ? ", " + formatGigabytes(available.getAsLong()) + " available" : "";
    return okOrWarn(
        Math.min(total, available.orElse(total)) >= MIN_MEMORY_BYTES,
        "memory",
        formatGigabytes(total) + left,
        "12 shards need 3 GB. With less, you measure the garbage collector: close other programs,"
            + " or give the container more memory.");
  }

  private static Check checkDisk(String name, Machine.Disk disk, String advice) {
    if (disk.freeBytes().isEmpty()) {
      return unknownResult(name, advice);
    }
    long free = disk.freeBytes().getAsLong();
    return okOrWarn(
        free >= MIN_FREE_DISK_BYTES,
        name,
        formatGigabytes(free) + " free at " + disk.shownPath(),
        advice);
  }

  private static Check checkCpus(Machine machine) {
    int usable = machine.usableCpus();
    return okOrWarn(
        usable >= 2,
        "CPUs",
        usable < machine.onlineCpus()
            ? TextFormat.of("%d of the machine's %d", usable, machine.onlineCpus())
            : "" + usable,
        "Client, nodes and ZooKeeper share them, and with fewer than two they wait for each other"
            + " rather than for the network: give the run two or more.");
  }

  private static Check checkLoad(Machine machine) {
    String name = "load";
    String advice =
        "Other programs use the CPUs at random: end them (builds too), and wait a minute.";
    if (machine.loadAverage().isEmpty()) {
      return unknownResult(name, advice);
    }
    double perCpu = machine.loadAverage().getAsDouble() / machine.onlineCpus();
    String found = TextFormat.of("%.2f per CPU over the last minute", perCpu);
    return okOrWarn(perCpu <= QUIET_LOAD_PER_CPU, name, found, advice);
  }

  private static String formatGigabytes(long bytes) {
    return TextFormat.of("%.1f GB", bytes / (double) BYTES_PER_GB);
  }
}
