package io.streambench.bench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.doctor.Check.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckupTest {
  /** A machine that is fine; what no file of a kernel says is below "jvm". */
  private static final String FINE =
      """
      proc/meminfo=MemTotal: 15625000 kB~MemAvailable: 11718750 kB
      sys/devices/system/cpu/online=0-7
      proc/self/cgroup=0::/
      proc/loadavg=0.50 1 1 1/1 1
      jvm/version=17.0.15+6
      jvm/bits=64
      jvm/argument=-Xmx1g
      jvm/free=1000000000
      jvm/cpus=8
      """;

  @TempDir Path folder;

  private final class FakeMachine extends Machine {
    FakeMachine(String changes) throws IOException {
      super(
          folder,
          Map.of("gitCommit", "0123456789abcdef", "gitDirty", changes.equals("dirty=true")),
          folder.resolve("home"),
          folder.resolve("home/data"),
          folder.resolve("logs"));
      for (String line : (FINE + changes.replace(";", "\n")).split("\n")) {
        String[] file = line.split("=", 2);
        Path path = folder.resolve(file[0]);
        Files.createDirectories(path.getParent());
        Files.writeString(path, file[1].replace("~", "\n"));
      }
    }

    private String jvm(String name) {
      return readText("jvm/" + name).orElseThrow();
    }

    @Override
    String property(String name) {
      return switch (name) {
        case "sun.arch.data.model" -> jvm("bits");
        case "java.runtime.version" -> jvm("version");
        default -> "OpenJDK Server VM";
      };
    }

    @Override
    List<String> jvmArguments() {
      return List.of(jvm("argument"));
    }

    @Override
    Optional<Long> freeBytes(Path folder) {
      return Optional.of(folder.equals(logs) ? Long.parseLong(jvm("free")) : Long.MAX_VALUE);
    }

    @Override
    int usableCpus() {
      return Integer.parseInt(jvm("cpus"));
    }
  }

  private static List<Check> checks(Machine machine, Status status) {
    return Checkup.of(machine).stream().filter(it -> it.status() == status).toList();
  }

  @Test
  void aMachineThatIsFineGetsNoWarning() throws IOException {
    List<Check> checkup = Checkup.of(new FakeMachine(""));
    assertThat(checkup).allMatch(check -> check.status() == Status.OK);
    assertThat(checkup).extracting(Check::name).doesNotHaveDuplicates();
  }

  @Test
  void whatCannotBeReadIsUnknown() {
    assertThat(checks(new Machine(folder, Map.of(), folder, folder, folder), Status.UNKNOWN))
        .extracting(Check::name)
        .containsExactly("checkout", "memory", "load");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          JDK|runs with -Xint|jvm/argument=-Xint
          JDK|runs with -agentlib|jvm/argument=-agentlib:jdwp=transport=dt_socket
          JDK|32-bit|jvm/bits=32
          JDK|not a release|jvm/version=26-ea+3
          memory|2.0 GB|proc/meminfo=MemTotal: 1953125 kB
          memory|1.5 GB available|proc/meminfo=MemTotal: 7812500 kB~MemAvailable: 1464844 kB
          memory|the control group allows 2.0 GB|sys/fs/cgroup/memory.max=2000000000
          disk for logs|0.5 GB free at |jvm/free=500000000
          CPUs|1 of the machine's 8|jvm/cpus=1
          memory|the control group allows 2.0 GB|proc/self/cgroup=0::/user/session;sys/fs/cgroup/user/memory.max=2000000000;sys/fs/cgroup/user/session/memory.max=max
          memory|the control group allows 2.0 GB|proc/self/cgroup=0::/../other;sys/fs/cgroup/memory.max=2000000000
          CPUs|1 of the machine's 5|jvm/cpus=1;sys/devices/system/cpu/online=0-3,6
          load|0.31 per CPU over the last minute|proc/loadavg=2.50 1
          checkout|0123456789ab, with uncommitted changes|dirty=true
          """)
  void warnsOfThatAndOfNothingElse(String name, String found, String changes) throws IOException {
    List<Check> warnings = checks(new FakeMachine(changes), Status.WARN);
    assertThat(warnings).extracting(Check::name).containsExactly(name);
    assertThat(warnings.get(0).found()).contains(found.strip());
  }

  @ParameterizedTest
  @CsvSource({"proc/meminfo=MemTotal: 2929688 kB", "proc/loadavg=2.4 1"})
  void aThresholdItselfIsFine(String change) throws IOException {
    assertThat(checks(new FakeMachine(change), Status.WARN)).isEmpty();
  }

  /** A kernel's file is at its end after the first read, however short that was. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void readsTheKernelsOwnFilesWhole() {
    Machine here = new Machine(Path.of("/"), Map.of(), folder, folder, folder);
    assertThat(here.readText("proc/sys/kernel/ostype")).hasValue("Linux");
  }
}
