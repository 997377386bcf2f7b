package io.streambench.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TupleCheckTest {
  private final TupleCheck check = new TupleCheck(3, 5);

  @Test
  void acceptsEveryDocumentOnceInOrder() {
    check.next("a", 5);
    check.next("b", 5);
    check.next("c", 5);
    assertThat(check.end()).isEqualTo(3);
  }

  @Test
  void refusesARepetition() {
    check.next("a", 5);
    assertThatThrownBy(() -> check.next("a", 5))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessage("tuple 2: expected an id after 'a', got 'a'");
  }

  @Test
  void refusesTheWrongOrder() {
    check.next("b", 5);
    assertThatThrownBy(() -> check.next("a", 5))
        .hasMessage("tuple 2: expected an id after 'b', got 'a'");
  }

  @Test
  void refusesATupleWithoutAnId() {
    assertThatThrownBy(() -> check.next(null, 5))
        .hasMessage("tuple 1: expected an id after '', got 'null'");
  }

  @Test
  void refusesATupleThatLacksAField() {
    assertThatThrownBy(() -> check.next("a", 4))
        .hasMessage("tuple 1 (id a): expected 5 fields, got 4");
  }

  @Test
  void refusesTooFewAndTooMany() {
    check.next("a", 5);
    assertThatThrownBy(check::end).hasMessage("expected 3 tuples, got 1");
    check.next("b", 5);
    check.next("c", 5);
    check.next("d", 5);
    assertThatThrownBy(check::end).hasMessage("expected 3 tuples, got 4");
  }
}
