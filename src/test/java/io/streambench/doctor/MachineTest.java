package io.streambench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.cluster.DataFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class MachineTest {
  private static final String CPU = "sys/devices/system/cpu/";

  @TempDir Path folder;

  private FakeRoot root;
  private Path home;
  private Machine machine;

  @BeforeEach
  void makeFolders() throws Exception {
    root = new FakeRoot(Files.createDirectory(folder.resolve("root")));
    home = Files.createDirectory(folder.resolve("home"));
    machine =
        new Machine(
            root.folder(),
            Map.of("gitCommit", "0123456789abcdef0123", "gitDirty", "unknown"),
            home,
            home.resolve("target/streambench"),
            home.resolve("logs"));
  }

  @Test
  void readsMemoryAndSwap() throws Exception {
    root.with(
        "proc/meminfo",
        "MemTotal: 8000 kB\nMemAvailable:    4000 kB\nSwapTotal: 500 kB\nSwapFree: 200 kB\n");
    assertThat(machine.memory()).hasValue(8000 * 1024L);
    assertThat(machine.memoryAvailable()).hasValue(4000 * 1024L);
    assertThat(machine.swapUsed()).hasValue(300 * 1024L);
    assertThat(machine.memoryLimit()).isEmpty();
  }

  @Test
  void theTightestGroupCounts() throws Exception {
    root.with("proc/self/cgroup", "0::/user/session\n")
        .with("sys/fs/cgroup/user/memory.max", "5000000\n")
        .with("sys/fs/cgroup/user/session/memory.max", "max\n")
        .with("sys/fs/cgroup/user/cpu.max", "150000 100000\n")
        .with("sys/fs/cgroup/user/session/cpu.max", "max 100000\n");
    assertThat(machine.memoryLimit()).hasValue(5000000L);
    assertThat(machine.cpuQuota()).hasValue(1.5);
  }

  @Test
  void aContainersGroupIsItsRoot() throws Exception {
    root.with("proc/self/cgroup", "0::/../other\n").with("sys/fs/cgroup/cpu.max", "max 100000\n");
    assertThat(machine.cpuQuota()).isEmpty();
    assertThat(machine.hasControlGroups()).isTrue();
    root.with("sys/fs/cgroup/memory.max", "2000000000\n");
    assertThat(machine.memoryLimit()).hasValue(2000000000L);
  }

  @Test
  void readsProcessors() throws Exception {
    root.with(CPU + "online", "0-3,6\n")
        .with(CPU + "cpu0/cpufreq/scaling_governor", "performance\n")
        .with(CPU + "cpu10/cpufreq/scaling_governor", "powersave\n")
        .with(CPU + "cpufreq/boost", "0\n");
    assertThat(machine.onlineCpus()).isEqualTo(5);
    assertThat(machine.governors()).containsExactly("performance", "powersave");
    assertThat(machine.boost()).hasValue(false);
    root.with(CPU + "intel_pstate/no_turbo", "0\n");
    assertThat(machine.boost()).hasValue(true);
  }

  @ParameterizedTest
  @CsvSource({
    "1, Charging, true",
    "1, Discharging, true",
    "0, Discharging, false",
    "0, Full, true"
  })
  void readsPower(String online, String status, boolean mains) throws Exception {
    root.with("sys/class/power_supply/AC/online", online)
        .with("sys/class/power_supply/BAT0/status", status)
        .with("sys/class/power_supply/mouse/scope", "Device")
        .with("sys/class/power_supply/mouse/status", "Discharging");
    assertThat(machine.mains()).hasValue(mains);
  }

  @Test
  void readsKernelLoadAndPorts() throws Exception {
    root.with("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
        .with("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n")
        .with("proc/loadavg", "0.25 0.10 0.05 1/100 1234\n")
        .with("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n")
        .with(
            "proc/net/tcp",
            """
              sl  local_address rem_address   st tx_queue
               0: 0100007F:1F90 00000000:0000 0A 00000000
               1: 0100007F:1F91 0100007F:0001 06 00000000
            """)
        .with("proc/net/tcp6", "  sl\n   0: 00:1 00:2 06 0\n");
    assertThat(machine.hugePages()).hasValue("madvise");
    assertThat(machine.clockSource()).hasValue("tsc");
    assertThat(machine.load()).hasValue(0.25);
    assertThat(machine.ephemeralPorts()).hasValue(28232);
    assertThat(machine.timeWait()).isEqualTo(2);
  }

  @Test
  void findsForksByTheirMainClassAlone() throws Exception {
    String fork =
        "\0-cp\0" + "x".repeat(9_000) + "\0org.openjdk.jmh.runner.ForkedMain\0" + "127.0.0.1";
    root.with("proc/12/cmdline", "/opt/jdk/bin/java" + fork)
        .with("proc/13/cmdline", "grep\0org.openjdk.jmh.runner.ForkedMain")
        .with("proc/14/cmdline", "java\0-jar\0benchmarks.jar");
    assertThat(machine.forks()).hasValue(List.of(12L));
  }

  @Test
  void countsFoldersOfDeadRunsAndNotOfThoseThatLive() throws Exception {
    Path data = home.resolve("target/streambench");
    try (DataFolder alive = DataFolder.create(data)) {
      Files.createDirectory(data.resolve("run-1"));
      assertThat(machine.abandonedFolders()).isEqualTo(1);
      assertThat(alive.path()).isDirectory();
      assertThat(data.resolve("run-1")).as("only looked at").isDirectory();
    }
    assertThat(data.resolve("run-1")).as("removed at the end of a run").doesNotExist();
  }

  @Test
  void showsFoldersFromHomeAndFindsTheDiskOfThoseThatAreYetToBeMade() {
    assertThat(machine.shown(machine.data())).isEqualTo("target/streambench/");
    assertThat(machine.free(machine.data())).isPresent();
  }

  @Test
  void showsTheCommitOfTheBuild() {
    assertThat(machine.commit()).hasValue("0123456789ab");
    assertThat(machine.dirty()).isEmpty();
  }

  /** A kernel's file is at its end after the first read, however short that was. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void readsTheKernelsOwnFilesWhole() {
    Optional<String> type = new KernelFiles(Path.of("/")).text("proc/sys/kernel/ostype");
    assertThat(type).hasValue("Linux");
  }
}
