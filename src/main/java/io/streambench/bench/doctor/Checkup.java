package io.streambench.bench.doctor;

import io.streambench.base.TextFormat;
import io.streambench.bench.doctor.Check.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Checks a machine: whether others can repeat its runs, whether it has the resources for 12 shards,
 * and whether other programs use its processors.
 */
public final class Checkup {
  /** Maximum load per CPU of an idle desktop; above it, other programs are active. */
  private static final double QUIET_LOAD_PER_CPU = 0.3;

  private static final long GB = 1_000_000_000L;
  private static final long MEMORY_NEEDED_BYTES = 3 * GB;
  private static final long DISK_NEEDED_BYTES = GB;

  /** JVM arguments that change how code is compiled or run, so that results are not comparable. */
  private static final Pattern DISTORTING_OPTIONS =
      Pattern.compile(
          "-Xint|-Xcomp|-Xdebug|-Xrunjdwp.*|-agent(lib|path):.*|-javaagent:.*"
              + "|-XX:TieredStopAtLevel=[0-3]|-XX:-TieredCompilation|-ea.*|-enableassertions.*");

  private Checkup() {}

  private record CheckResult(Status status, String text) {}

  /** Runs all checks, in the order in which a person would. */
  public static List<Check> of(Machine machine) {
    return List.of(
        checkOf(
            "JDK",
            Optional.of(checkJdk(machine)),
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
            Optional.of(checkMemory(machine)),
            "12 shards need 3 GB. With less, you measure the garbage collector: close other"
                + " programs, or give the container more memory."),
        checkOf(
            "disk for data",
            checkDisk(machine.data()),
            "An index of the published size takes up to 1 GB, and a full disk fails the run at"
                + " its end: free some, or move the checkout."),
        checkOf(
            "disk for logs",
            checkDisk(machine.logs()),
            "A full capture takes up to 1 GB. Evidence is lost when the disk is full: free some"
                + " space, or name another folder with -Dstreambench.logs=."),
        checkOf(
            "CPUs",
            Optional.of(checkCpus(machine)),
            "Client, nodes and ZooKeeper share them, and with fewer than two they wait for each"
                + " other rather than for the network: give the run two or more."),
        checkOf(
            "load",
            checkLoad(machine),
            "Other programs use the CPUs at random: end them (builds too), and wait a minute."));
  }

  private static Check checkOf(String name, Optional<CheckResult> result, String advice) {
    CheckResult found =
        result.orElse(new CheckResult(Status.UNKNOWN, "not readable on this system"));
    return new Check(name, found.status, found.text, advice);
  }

  private static CheckResult okOrWarn(boolean ok, String text) {
    return new CheckResult(ok ? Status.OK : Status.WARN, text);
  }

  private static CheckResult checkJdk(Machine machine) {
    UnaryOperator<String> property = machine.property();
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
        .filter(argument -> DISTORTING_OPTIONS.matcher(argument).matches())
        .map(argument -> "runs with " + argument.split("[:=]", 2)[0])
        .forEach(flaws::add);
    String found = flaws.isEmpty() ? "" : "; " + String.join(", ", flaws);
    String jvm = version + ", " + property.apply("java.vendor") + ", " + vm;
    return okOrWarn(flaws.isEmpty(), jvm + found);
  }

  private static Optional<CheckResult> checkCheckout(Machine machine) {
    String commit = String.valueOf(machine.build().get("gitCommit"));
    String dirty = String.valueOf(machine.build().get("gitDirty"));
    if (!commit.matches("[0-9a-f]{12,}") || !dirty.matches("true|false")) {
      return Optional.empty();
    }
    boolean clean = dirty.equals("false");
    return Optional.of(
        okOrWarn(
            clean, commit.substring(0, 12) + (clean ? ", clean" : ", with uncommitted changes")));
  }

  private static CheckResult checkMemory(Machine machine) {
    long total = machine.memoryBytes();
    OptionalLong available = machine.availableBytes();
    String left =
        available.isPresent() ? ", " + gigabytes(available.getAsLong()) + " available" : "";
    return okOrWarn(
        Math.min(total, available.orElse(total)) >= MEMORY_NEEDED_BYTES, gigabytes(total) + left);
  }

  private static Optional<CheckResult> checkDisk(Machine.Disk disk) {
    return disk.freeBytes().stream()
        .mapToObj(
            free ->
                okOrWarn(free >= DISK_NEEDED_BYTES, gigabytes(free) + " free at " + disk.shown()))
        .findFirst();
  }

  private static CheckResult checkCpus(Machine machine) {
    int usable = machine.usableCpus();
    return okOrWarn(
        usable >= 2,
        usable < machine.onlineCpus()
            ? TextFormat.of("%d of the machine's %d", usable, machine.onlineCpus())
            : "" + usable);
  }

  private static Optional<CheckResult> checkLoad(Machine machine) {
    return machine.load().stream()
        .map(load -> load / machine.onlineCpus())
        .mapToObj(
            perCpu ->
                okOrWarn(
                    perCpu <= QUIET_LOAD_PER_CPU,
                    TextFormat.of("%.2f per CPU over the last minute", perCpu)))
        .findFirst();
  }

  private static String gigabytes(long bytes) {
    return TextFormat.of("%.1f GB", bytes / (double) GB);
  }
}
