package io.streambench.bench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.doctor.Checkup.Check;
import io.streambench.bench.doctor.Checkup.Check.Status;
import io.streambench.bench.doctor.Machine.Disk;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckupTest {
  private static final String HEALTHY =
      "version=17.0.15+6;bits=64;argument=-Xmx1g;dirty=false;memory=16e9;available=12e9;free=1e9;"
          + "usable=8;online=8;load=0.5;";

  /** Returns a healthy machine with some changes, as {@code name=value;name=value}. */
  private static Machine createMachine(String changes) {
    Map<String, String> state =
        Arrays.stream((HEALTHY + changes).split(";"))
            .map(pair -> pair.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (a, b) -> b, HashMap::new));
    return new Machine(
        name ->
            switch (name) {
              case "sun.arch.data.model" -> state.get("bits");
              case "java.runtime.version" -> state.get("version");
              default -> "OpenJDK Server VM";
            },
        List.of(state.get("argument")),
        Map.of("gitCommit", "0123456789abcdef", "gitDirty", state.get("dirty")),
        parseBytes(state.get("memory")),
        OptionalLong.of(parseBytes(state.get("available"))),
        new Disk("data/", OptionalLong.of(Long.MAX_VALUE)),
        new Disk("logs/", OptionalLong.of(parseBytes(state.get("free")))),
        Integer.parseInt(state.get("usable")),
        Long.parseLong(state.get("online")),
        OptionalDouble.of(Double.parseDouble(state.get("load"))));
  }

  private static long parseBytes(String number) {
    return (long) Double.parseDouble(number);
  }

  private static List<Check> checksWithStatus(Machine machine, Status status) {
    return Checkup.of(machine).stream().filter(it -> it.status() == status).toList();
  }

  @Test
  void healthyMachineGetsNoWarning() {
    List<Check> checkup = Checkup.of(createMachine(""));
    assertThat(checkup).allMatch(check -> check.status() == Status.OK);
    assertThat(checkup).extracting(Check::name).doesNotHaveDuplicates();
  }

  @Test
  void unreadableValuesAreUnknown() {
    Disk disk = new Disk("", OptionalLong.empty());
    Machine bare =
        new Machine(
            name -> "unknown",
            List.of(),
            Map.of(),
            Long.MAX_VALUE,
            OptionalLong.empty(),
            disk,
            disk,
            2,
            2,
            OptionalDouble.empty());
    assertThat(checksWithStatus(bare, Status.UNKNOWN))
        .extracting(Check::name)
        .containsExactly("checkout", "disk for data", "disk for logs", "load");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          JDK|runs with -Xint|argument=-Xint
          JDK|runs with -agentlib|argument=-agentlib:jdwp=transport=dt_socket
          JDK|32-bit|bits=32
          JDK|not a release|version=26-ea+3
          memory|2.0 GB|memory=2e9
          memory|1.5 GB available|available=1.5e9
          disk for logs|0.5 GB free at logs/|free=5e8
          CPUs|1 of the machine's 8|usable=1
          load|0.31 per CPU over the last minute|load=2.5
          checkout|0123456789ab, with uncommitted changes|dirty=true
          """,
      quoteCharacter = '`')
  void warnsOnlyAboutChangedValue(String name, String expectedText, String changes) {
    List<Check> warnings = checksWithStatus(createMachine(changes), Status.WARN);
    assertThat(warnings).extracting(Check::name).containsExactly(name);
    assertThat(warnings.get(0).found()).contains(expectedText);
  }

  @ParameterizedTest
  @CsvSource({"memory=3e9", "load=2.4"})
  void thresholdValueGetsNoWarning(String change) {
    assertThat(checksWithStatus(createMachine(change), Status.WARN)).isEmpty();
  }

  @Test
  void readsThisMachine(@TempDir Path home) {
    Machine here = Machine.read(Map.of(), home, home.resolve("data/a"), home);
    assertThat(here.totalMemoryBytes()).isPositive();
    assertThat(here.onlineCpus()).isGreaterThanOrEqualTo(here.usableCpus());
    assertThat(here.dataDisk().shownPath()).isEqualTo("data/a/");
    assertThat(here.dataDisk().freeBytes()).isPresent();
  }
}
