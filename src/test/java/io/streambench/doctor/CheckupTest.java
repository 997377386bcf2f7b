package io.streambench.doctor;

import static io.streambench.doctor.Facts.GB;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.doctor.Check.Status;
import io.streambench.doctor.MachineFacts.Answer;
import io.streambench.doctor.MachineFacts.Checkout;
import io.streambench.doctor.MachineFacts.Leftovers;
import io.streambench.doctor.MachineFacts.Load;
import io.streambench.doctor.MachineFacts.Memory;
import io.streambench.doctor.MachineFacts.Network;
import io.streambench.doctor.MachineFacts.Power;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CheckupTest {
  private static final OptionalDouble NO_QUOTA = OptionalDouble.empty();
  private static final Set<String> FIXED = Set.of("performance");

  @Test
  void aMachineThatIsFineGetsNoWarning() {
    Checkup checkup = Checkup.of(new Facts().build());
    assertThat(checkup.count(Status.WARN)).isZero();
    assertThat(checkup.checks().stream().filter(check -> check.status() != Status.OK))
        .extracting(Check::name)
        .containsExactly("huge pages", "clock source");
  }

  @Test
  void whatCannotBeReadIsNoWarning() {
    Checkup checkup = Checkup.of(Facts.unknown());
    assertThat(checkup.count(Status.WARN)).isZero();
    assertThat(checkup.count(Status.UNKNOWN)).isEqualTo(13);
  }

  @Test
  void everyCheckHasANameOfItsOwnAndOneSentenceOfAdvice() {
    List<Check> checks = Checkup.of(new Facts().build()).checks();
    assertThat(checks).extracting(Check::name).doesNotHaveDuplicates();
    assertThat(checks)
        .extracting(Check::advice)
        .allMatch(advice -> advice.matches("[A-Z\\d].*\\."));
  }

  static Stream<Arguments> troubles() {
    return Stream.of(
        trouble("JDK", "runs with -Xint", f -> f.jdk = Facts.jdk("17", 64, "-Xint")),
        trouble(
            "JDK",
            "runs with -agentlib",
            f -> f.jdk = Facts.jdk("17", 64, "-agentlib:jdwp=transport=dt_socket")),
        trouble("JDK", "32-bit", f -> f.jdk = Facts.jdk("17", 32)),
        trouble("JDK", "not a release", f -> f.jdk = Facts.jdk("26-ea+3", 64)),
        trouble("memory", "2.0 GB", f -> f.memory = Facts.memory(2 * GB, 2 * GB)),
        trouble("memory", "1.5 GB available", f -> f.memory = Facts.memory(8 * GB, 3 * GB / 2)),
        trouble(
            "memory",
            "the control group allows 2.0 GB",
            f ->
                f.memory =
                    new Memory(
                        OptionalLong.of(8 * GB),
                        OptionalLong.empty(),
                        OptionalLong.of(2 * GB),
                        OptionalLong.empty())),
        trouble(
            "swap",
            "1.0 GB in use",
            f ->
                f.memory =
                    new Memory(
                        OptionalLong.of(8 * GB),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.of(GB))),
        trouble(
            "disk for logs",
            "0.5 GB free at target/",
            f -> f.disks = List.of(Facts.disk("data", GB), Facts.disk("logs", GB / 2))),
        trouble(
            "ports",
            "none can be bound",
            f -> f.network = new Network(false, OptionalInt.empty(), OptionalInt.empty())),
        trouble(
            "ports",
            "28,232 ephemeral, 20,000 connections in TIME_WAIT",
            f -> f.network = new Network(true, OptionalInt.of(28_232), OptionalInt.of(20_000))),
        trouble("open files", "at most 1,024", f -> f.openFileLimit = OptionalLong.of(1024)),
        trouble(
            "CPUs", "1 of the machine's 8", f -> f.cpu = Facts.cpu(1, FIXED, Answer.NO, NO_QUOTA)),
        trouble(
            "CPU governor",
            "powersave",
            f -> f.cpu = Facts.cpu(8, Set.of("powersave"), Answer.NO, NO_QUOTA)),
        trouble("CPU boost", "on", f -> f.cpu = Facts.cpu(8, FIXED, Answer.YES, NO_QUOTA)),
        trouble(
            "CPU quota",
            "1.5 CPUs' time on 8 CPUs",
            f -> f.cpu = Facts.cpu(2, FIXED, Answer.NO, OptionalDouble.of(1.5))),
        trouble(
            "load",
            "0.31 per CPU over the last minute; busiest: java",
            f -> f.load = new Load(OptionalDouble.of(2.5), List.of("java"))),
        trouble("power", "on battery", f -> f.power = Power.BATTERY),
        trouble(
            "checkout",
            "0123, with uncommitted changes",
            f -> f.checkout = new Checkout(Optional.of("0123"), Answer.YES)),
        trouble(
            "run folders", "2 of runs that died", f -> f.leftovers = new Leftovers(2, List.of())),
        trouble(
            "running forks",
            "process 12, 34",
            f -> f.leftovers = new Leftovers(0, List.of(12L, 34L))));
  }

  private static Arguments trouble(String name, String found, Consumer<Facts> change) {
    return Arguments.of(name, found, change);
  }

  @ParameterizedTest
  @MethodSource("troubles")
  void warnsOfThatAndOfNothingElse(String name, String found, Consumer<Facts> change) {
    Facts facts = new Facts();
    change.accept(facts);
    List<Check> warnings =
        Checkup.of(facts.build()).checks().stream()
            .filter(check -> check.status() == Status.WARN)
            .toList();
    assertThat(warnings).extracting(Check::name).containsExactly(name);
    assertThat(warnings.get(0).found()).contains(found);
  }

  @Test
  void aThresholdItselfIsFine() {
    Facts facts = new Facts();
    facts.memory = Facts.memory(3 * GB, 3 * GB);
    facts.disks = List.of(Facts.disk("data", GB), Facts.disk("logs", GB));
    facts.load = new Load(OptionalDouble.of(0.3 * 8), List.of());
    facts.cpu = Facts.cpu(8, FIXED, Answer.NO, OptionalDouble.of(8));
    facts.openFileLimit = OptionalLong.of(4096);
    assertThat(Checkup.of(facts.build()).count(Status.WARN)).isZero();
  }
}
