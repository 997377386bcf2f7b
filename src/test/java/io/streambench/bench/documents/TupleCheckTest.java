package io.streambench.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TupleCheckTest {
  private static final List<String> FIELDS = List.of("id", "int1_i_dv", "text1_ts", "a", "b");

  private final TupleCheck check =
      new TupleCheck(new Contents(3, FIELDS, "id asc", true, Set.copyOf(FIELDS)));

  private static Map<String, Object> tuple(String id, int fieldCount) {
    Map<String, Object> tuple = new HashMap<>();
    FIELDS.subList(0, fieldCount).forEach(field -> tuple.put(field, "x"));
    tuple.put("id", id);
    return tuple;
  }

  @Test
  void acceptsEveryDocumentOnceInOrder() {
    check.checkTuple(tuple("a", 5));
    check.checkTuple(tuple("b", 5));
    check.checkTuple(tuple("c", 5));
    assertThat(check.finish()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"a, 5", "m, 5", ", 5", "n, 4"})
  void rejectsUnorderedRepeatedOrIncompleteTuples(String secondId, int fieldCount) {
    check.checkTuple(tuple("m", 5));
    assertThatThrownBy(() -> check.checkTuple(tuple(secondId, fieldCount)))
        .isInstanceOf(TupleCheck.WrongAnswerException.class)
        .hasMessageStartingWith("tuple 2");
  }

  @Test
  void rejectsWrongTupleCount() {
    check.checkTuple(tuple("a", 5));
    assertThatThrownBy(check::finish).hasMessage("expected 3 tuples, got 1");
    check.checkTuple(tuple("b", 5));
    check.checkTuple(tuple("c", 5));
    check.checkTuple(tuple("d", 5));
    assertThatThrownBy(check::finish).hasMessage("expected 3 tuples, got 4");
  }

  @Test
  void existingCollectionMayHaveOptionalFieldsAndOtherOrder() {
    TupleCheck foreign =
        new TupleCheck(new Contents(2, FIELDS, "a desc", false, Set.of("id", "a")));
    foreign.checkTuple(Map.of("id", "2", "a", 7));
    foreign.checkTuple(Map.of("id", "1", "a", 7, "b", "there"));
    assertThat(foreign.finish()).isEqualTo(2);
    assertThatThrownBy(() -> foreign.checkTuple(Map.of("id", "3")))
        .isInstanceOf(TupleCheck.WrongAnswerException.class)
        .hasMessageStartingWith("tuple 3 (id 3): expected the fields [")
        .hasMessageEndingWith("got [id]");
  }
}
