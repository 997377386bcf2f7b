package io.streambench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.cluster.DataFolder;
import io.streambench.doctor.MachineFacts.Answer;
import io.streambench.doctor.MachineFacts.Power;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class FactsGatheringTest {
  private static final String CPU = "sys/devices/system/cpu/";

  @TempDir Path folder;

  private FakeRoot root;
  private Path home;

  @BeforeEach
  void makeFolders() throws Exception {
    root = new FakeRoot(Files.createDirectory(folder.resolve("root")));
    home = Files.createDirectory(folder.resolve("home"));
  }

  private MachineFacts gather() {
    return new FactsGathering(
            root.folder(), home, home.resolve("target/streambench"), home.resolve("logs"))
        .gather();
  }

  @Test
  void withoutProcAndSysThereIsNoErrorAndTheJvmsOwnAnswers() {
    MachineFacts facts = gather();
    assertThat(facts.memory().available()).isEmpty();
    assertThat(facts.memory().total()).isPresent();
    assertThat(facts.cpu().governors()).isEmpty();
    assertThat(facts.cpu().boost()).isEqualTo(Answer.UNKNOWN);
    assertThat(facts.cpu().quotaReadable()).isFalse();
    assertThat(facts.power()).isEqualTo(Power.UNKNOWN);
    assertThat(facts.network().ephemeralPorts()).isEmpty();
    assertThat(facts.network().canBind()).isTrue();
    assertThat(facts.kernel().hugePages()).isEmpty();
    assertThat(facts.checkout().commit()).isEmpty();
    assertThat(facts.jdk().feature()).isGreaterThanOrEqualTo(17);
  }

  @Test
  void readsMemoryAndSwap() throws Exception {
    root.with(
        "proc/meminfo",
        "MemTotal: 8000 kB\nMemAvailable:    4000 kB\nSwapTotal: 500 kB\nSwapFree: 200 kB\n");
    MachineFacts.Memory memory = gather().memory();
    assertThat(memory.total()).hasValue(8000 * 1024);
    assertThat(memory.available()).hasValue(4000 * 1024);
    assertThat(memory.swapUsed()).hasValue(300 * 1024);
    assertThat(memory.limit()).isEmpty();
  }

  @Test
  void theTightestGroupOfVersion2Counts() throws Exception {
    root.with("proc/self/cgroup", "0::/user/session\n")
        .with("proc/meminfo", "MemAvailable: 9000000 kB\n")
        .with("sys/fs/cgroup/user/memory.max", "5000000\n")
        .with("sys/fs/cgroup/user/memory.current", "3000000\n")
        .with("sys/fs/cgroup/user/memory.stat", "anon 1\ninactive_file 1000000\n")
        .with("sys/fs/cgroup/user/session/memory.max", "max\n")
        .with("sys/fs/cgroup/user/cpu.max", "150000 100000\n")
        .with("sys/fs/cgroup/user/session/cpu.max", "max 100000\n");
    MachineFacts facts = gather();
    assertThat(facts.memory().limit()).hasValue(5000000);
    assertThat(facts.memory().available()).hasValue(3000000);
    assertThat(facts.cpu().quota()).hasValue(1.5);
  }

  @Test
  void aContainerOfVersion1IsReadAtItsRoot() throws Exception {
    root.with("proc/self/cgroup", "5:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n0::/\n")
        .with("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000000\n")
        .with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n")
        .with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    MachineFacts facts = gather();
    assertThat(facts.memory().limit()).hasValue(2000000000);
    assertThat(facts.cpu().quota()).hasValue(0.5);
  }

  @Test
  void noLimitOfEitherVersionIsNone() throws Exception {
    root.with("proc/self/cgroup", "5:memory:/\n4:cpu:/\n0::/../other\n")
        .with("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
        .with("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n")
        .with("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
        .with("sys/fs/cgroup/cpu.max", "max 100000\n");
    MachineFacts facts = gather();
    assertThat(facts.memory().limit()).isEmpty();
    assertThat(facts.cpu().quota()).isEmpty();
    assertThat(facts.cpu().quotaReadable()).isTrue();
  }

  @Test
  void readsProcessors() throws Exception {
    root.with(CPU + "online", "0-3,6\n")
        .with(CPU + "cpu0/cpufreq/scaling_governor", "performance\n")
        .with(CPU + "cpu10/cpufreq/scaling_governor", "powersave\n")
        .with(CPU + "cpufreq/boost", "0\n");
    MachineFacts.Cpu cpu = gather().cpu();
    assertThat(cpu.online()).hasValue(5);
    assertThat(cpu.governors()).containsExactly("performance", "powersave");
    assertThat(cpu.boost()).isEqualTo(Answer.NO);
    root.with(CPU + "intel_pstate/no_turbo", "0\n");
    assertThat(gather().cpu().boost()).isEqualTo(Answer.YES);
  }

  @ParameterizedTest
  @CsvSource({
    "1, Charging, MAINS",
    "1, Discharging, MAINS",
    "0, Discharging, BATTERY",
    "0, Full, MAINS"
  })
  void readsPower(String online, String status, Power power) throws Exception {
    root.with("sys/class/power_supply/AC/online", online)
        .with("sys/class/power_supply/BAT0/status", status)
        .with("sys/class/power_supply/mouse/scope", "Device")
        .with("sys/class/power_supply/mouse/status", "Discharging");
    assertThat(gather().power()).isEqualTo(power);
  }

  @Test
  void readsKernelLoadAndPorts() throws Exception {
    root.with("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
        .with("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n")
        .with("proc/loadavg", "0.25 0.10 0.05 1/100 1234\n")
        .with(CPU + "online", "0-7")
        .with("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n")
        .with(
            "proc/net/tcp",
            """
              sl  local_address rem_address   st tx_queue
               0: 0100007F:1F90 00000000:0000 0A 00000000
               1: 0100007F:1F91 0100007F:0001 06 00000000
            """)
        .with("proc/net/tcp6", "  sl\n   0: 00:1 00:2 06 0\n");
    MachineFacts facts = gather();
    assertThat(facts.kernel().hugePages()).hasValue("madvise");
    assertThat(facts.kernel().clockSource()).hasValue("tsc");
    assertThat(facts.load().average()).hasValue(0.25);
    assertThat(facts.network().ephemeralPorts()).hasValue(28232);
    assertThat(facts.network().timeWait()).hasValue(2);
  }

  @Test
  void garbageIsUnknown() throws Exception {
    root.with(CPU + "online", "some\n")
        .with("proc/meminfo", "MemTotal\nMemAvailable: much kB\n")
        .with("proc/loadavg", "\n")
        .with("proc/self/cgroup", "nothing\n")
        .with("proc/sys/net/ipv4/ip_local_port_range", "all");
    MachineFacts facts = gather();
    assertThat(facts.cpu().online()).isEmpty();
    assertThat(facts.memory().available()).isEmpty();
    assertThat(facts.network().ephemeralPorts()).isEmpty();
  }

  @Test
  void findsForksByTheirMainClassAlone() throws Exception {
    String fork =
        "\0-cp\0" + "x".repeat(9_000) + "\0org.openjdk.jmh.runner.ForkedMain\0" + "127.0.0.1";
    root.with("proc/12/cmdline", "/opt/jdk/bin/java" + fork)
        .with("proc/13/cmdline", "grep\0org.openjdk.jmh.runner.ForkedMain")
        .with("proc/14/cmdline", "java\0-jar\0benchmarks.jar");
    assertThat(gather().leftovers().forks()).containsExactly(12L);
  }

  @Test
  void countsFoldersOfDeadRunsAndNotOfThoseThatLive() throws Exception {
    Path data = home.resolve("target/streambench");
    try (DataFolder alive = DataFolder.create(data)) {
      Files.createDirectory(data.resolve("run-1"));
      assertThat(gather().leftovers().folders()).isEqualTo(1);
      assertThat(alive.path()).isDirectory();
      assertThat(data.resolve("run-1")).as("only looked at").isDirectory();
    }
    assertThat(data.resolve("run-1")).as("removed at the end of a run").doesNotExist();
  }

  @Test
  void showsFoldersFromHomeAndFindsTheDiskOfThoseThatAreYetToBeMade() {
    MachineFacts facts = gather();
    assertThat(facts.disks().get(0).folder()).isEqualTo("target/streambench/");
    assertThat(facts.disks().get(0).free()).isPresent();
  }

  @Test
  void asksGitForCommitAndChanges() throws Exception {
    git("init", "-q");
    Files.writeString(home.resolve("file"), "1");
    git("add", "file");
    git("-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-q", "-m", "first");
    assertThat(gather().checkout().commit().orElseThrow()).matches("[0-9a-f]{12}");
    assertThat(gather().checkout().dirty()).isEqualTo(Answer.NO);
    Files.writeString(home.resolve("file"), "2");
    assertThat(gather().checkout().dirty()).isEqualTo(Answer.YES);
  }

  private void git(String... arguments) throws Exception {
    Process git =
        new ProcessBuilder(
                Stream.concat(Stream.of("git", "-C", home.toString()), Arrays.stream(arguments))
                    .toList())
            .inheritIO()
            .start();
    assertThat(git.waitFor()).isZero();
  }

  /** A kernel's file is at its end after the first read, however short that was. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void readsTheKernelsOwnFilesWhole() {
    Optional<String> type = new KernelFiles(Path.of("/")).text("proc/sys/kernel/ostype");
    assertThat(type).hasValue("Linux");
  }
}
