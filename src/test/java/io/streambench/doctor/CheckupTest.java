package io.streambench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.doctor.Check.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CheckupTest {
  private static final long GB = 1_000_000_000L;
  private static final String CPU = "sys/devices/system/cpu/";
  private static final String GROUP = "sys/fs/cgroup/";
  private static final String FORK = "java\0org.openjdk.jmh.runner.ForkedMain";

  @TempDir Path folder;

  /** A machine that is fine, but for what a test changes. */
  private static final class FakeMachine extends Machine {
    private final FakeRoot root;
    private String version = "17.0.15+6";
    private String bits = "64";
    private List<String> arguments = List.of();
    private boolean dirty;
    private long freeForLogs = 50 * GB;
    private boolean canBind = true;
    private long openFiles = 65_536;
    private int usable = 8;

    FakeMachine(Path root) {
      super(root, root.resolve("home"), root.resolve("home/data"), root.resolve("home/logs"));
      this.root = new FakeRoot(root);
      memory(16, 12, 0);
      with(CPU + "online", "0-7")
          .with(CPU + "cpu0/cpufreq/scaling_governor", "performance")
          .with(CPU + "cpufreq/boost", "0")
          .with("proc/self/cgroup", "0::/")
          .with(GROUP + "cpu.max", "max 100000")
          .with("proc/loadavg", "0.50 1 1 1/1 1")
          .with("proc/sys/net/ipv4/ip_local_port_range", "32768 60999")
          .with("sys/class/power_supply/AC/online", "1")
          .with("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never")
          .with("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
    }

    FakeMachine with(String file, String text) {
      try {
        root.with(file, text);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      return this;
    }

    void memory(double total, double available, double swapped) {
      Map<String, Double> gigabytes =
          Map.of(
              "MemTotal", total, "MemAvailable", available, "SwapTotal", swapped, "SwapFree", 0.0);
      StringBuilder text = new StringBuilder();
      gigabytes.forEach(
          (word, value) ->
              text.append(word + ": " + (long) Math.ceil(value * GB / 1024) + " kB\n"));
      with("proc/meminfo", text.toString());
    }

    @Override
    Runtime.Version version() {
      return Runtime.Version.parse(version);
    }

    @Override
    String property(String name) {
      return name.equals("sun.arch.data.model") ? bits : "OpenJDK Server VM";
    }

    @Override
    List<String> jvmArguments() {
      return arguments;
    }

    @Override
    Optional<String> commit() {
      return Optional.of("0123");
    }

    @Override
    Optional<Boolean> dirty() {
      return Optional.of(dirty);
    }

    @Override
    Optional<Long> free(Path folder) {
      return Optional.of(folder.equals(logs()) ? freeForLogs : GB);
    }

    @Override
    boolean canBind() {
      return canBind;
    }

    @Override
    Optional<Long> openFileLimit() {
      return Optional.of(openFiles);
    }

    @Override
    int usableCpus() {
      return usable;
    }

    @Override
    List<String> busiest() {
      return List.of("java");
    }
  }

  private static List<Check> checks(Machine machine, Status status) {
    return Checkup.of(machine).checks().stream().filter(it -> it.status() == status).toList();
  }

  @Test
  void aMachineThatIsFineGetsNoWarning() {
    Checkup checkup = Checkup.of(new FakeMachine(folder));
    assertThat(checkup.checks().stream().filter(check -> check.status() != Status.OK))
        .extracting(Check::name)
        .containsExactly("huge pages", "clock source");
    assertThat(checkup.checks()).extracting(Check::name).doesNotHaveDuplicates();
  }

  @Test
  void whatCannotBeReadIsUnknown() {
    assertThat(checks(new Machine(folder, folder, folder, folder), Status.UNKNOWN))
        .extracting(Check::name)
        .containsExactly(
            "checkout",
            "CPU governor",
            "CPU boost",
            "CPU quota",
            "power",
            "huge pages",
            "clock source");
  }

  static Stream<Arguments> troubles() {
    return Stream.of(
        trouble("JDK", "runs with -Xint", m -> m.arguments = List.of("-Xint")),
        trouble(
            "JDK", "runs with -agentlib", m -> m.arguments = List.of("-agentlib:jdwp=transport=x")),
        trouble("JDK", "32-bit", m -> m.bits = "32"),
        trouble("JDK", "not a release", m -> m.version = "26-ea+3"),
        trouble("memory", "2.0 GB", m -> m.memory(2, 2, 0)),
        trouble("memory", "1.5 GB available", m -> m.memory(8, 1.5, 0)),
        trouble(
            "memory",
            "the control group allows 2.0 GB",
            m -> m.with(GROUP + "memory.max", "" + 2 * GB)),
        trouble("swap", "1.0 GB in use", m -> m.memory(16, 12, 1)),
        trouble("disk for logs", "0.5 GB free at logs/", m -> m.freeForLogs = GB / 2),
        trouble("ports", "none can be bound", m -> m.canBind = false),
        trouble(
            "ports",
            "28,232 ephemeral, 20,000 connections in TIME_WAIT",
            m -> m.with("proc/net/tcp", " 1: 0:1 0:2 06 0\n".repeat(20_000))),
        trouble("open files", "at most 1,024", m -> m.openFiles = 1_024),
        trouble("CPUs", "1 of the machine's 8", m -> m.usable = 1),
        trouble(
            "CPU governor",
            "powersave",
            m -> m.with(CPU + "cpu0/cpufreq/scaling_governor", "powersave")),
        trouble("CPU boost", "on", m -> m.with(CPU + "cpufreq/boost", "1")),
        trouble(
            "CPU quota",
            "1.5 CPUs' time on 8 CPUs",
            m -> m.with(GROUP + "cpu.max", "150000 100000")),
        trouble(
            "load",
            "0.31 per CPU over the last minute; busiest: java",
            m -> m.with("proc/loadavg", "2.50 1")),
        trouble(
            "power",
            "on battery",
            m ->
                m.with("sys/class/power_supply/AC/online", "0")
                    .with("sys/class/power_supply/BAT0/status", "Discharging")),
        trouble("checkout", "0123, with uncommitted changes", m -> m.dirty = true),
        trouble(
            "run folders",
            "2 of runs that died",
            m -> m.with("home/data/run-1/x", "").with("home/data/run-2/x", "")),
        trouble(
            "running forks",
            "process 12, 34",
            m -> m.with("proc/12/cmdline", FORK).with("proc/34/cmdline", FORK)));
  }

  private static Arguments trouble(String name, String found, Consumer<FakeMachine> change) {
    return Arguments.of(name, found, change);
  }

  @ParameterizedTest
  @MethodSource("troubles")
  void warnsOfThatAndOfNothingElse(String name, String found, Consumer<FakeMachine> change) {
    FakeMachine machine = new FakeMachine(folder);
    change.accept(machine);
    List<Check> warnings = checks(machine, Status.WARN);
    assertThat(warnings).extracting(Check::name).containsExactly(name);
    assertThat(warnings.get(0).found()).contains(found);
  }

  @Test
  void aThresholdItselfIsFine() {
    FakeMachine machine = new FakeMachine(folder);
    machine.memory(3, 3, 0);
    machine.with("proc/loadavg", "2.4 1").with(GROUP + "cpu.max", "800000 100000");
    machine.freeForLogs = GB;
    machine.openFiles = 4_096;
    assertThat(checks(machine, Status.WARN)).isEmpty();
  }
}
