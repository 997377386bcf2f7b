package io.streambench.flow.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.LoggedFault;
import io.streambench.flow.rule.Reason.Kind;
import java.util.Arrays;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReasonTest {
  /** Text without a kind is never read, and a kind without text fails when it is printed. */
  @Test
  void everyKindHasTextAndNoTextIsUnused() {
    Set<String> expected =
        Stream.concat(
                Arrays.stream(Kind.values()).map(Kind::name),
                Arrays.stream(LoggedFault.Kind.values()).map(kind -> Kind.LOGGED + "." + kind))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> words =
        ResourceBundle.getBundle("io.streambench.flow.rule.reasons").keySet().stream()
            .filter(name -> !name.endsWith(".detail") && !name.startsWith(Kind.LIKE + "."))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(words).isEqualTo(expected);
  }

  @Test
  void reasonContainsNestedReason() {
    Reason pool = Kind.POOL_EXHAUSTED.of("qtp1", 8, 8, 3);
    Reason other = Kind.POOL_EXHAUSTED.of("qtp1", 8, 8, 4);
    assertThat(Kind.OTHER_WAIT.of(pool).contains(pool)).isTrue();
    assertThat(Kind.OTHER_WAIT.of(pool).contains(other)).isFalse();
  }
}
