package io.streambench.diagnose.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FieldWalkTest {
  @SuppressWarnings("UnusedVariable") // the walk reads the fields
  private static class Link {
    Object next;
    Object[] others = {};
    final int number;

    Link(int number) {
      this.number = number;
    }
  }

  private static final class End extends Link {
    End(int number) {
      super(number);
    }
  }

  private static FieldWalk walk(int maxObjects) {
    return new FieldWalk(type -> Link.class.isAssignableFrom(type), maxObjects);
  }

  private static List<Integer> findNumbers(FieldWalk walk, Link root) {
    return walk.find(List.of(root), one -> one instanceof End).stream()
        .map(end -> ((End) end).number)
        .toList();
  }

  @Test
  void findsObjectsInFieldsAndArraysOnce() {
    Link root = new Link(0);
    Link middle = new Link(1);
    End end = new End(2);
    root.next = middle;
    root.others = new Object[] {root, new End(3), null, end, "text"};
    middle.next = end;
    FieldWalk walk = walk(100);
    assertThat(findNumbers(walk, root)).containsExactlyInAnyOrder(2, 3);
    assertThat(walk.isComplete()).isTrue();
  }

  @Test
  void doesNotFollowFoundOrForeignObjects() {
    Link root = new Link(0);
    End end = new End(1);
    end.next = new End(2);
    root.next = end;
    root.others = new Object[] {List.of(new End(3))};
    assertThat(findNumbers(walk(100), root)).containsExactly(1);
  }

  @Test
  void secondWalkAddsObjectsOfItsRoots() {
    Link first = new Link(0);
    first.next = new End(1);
    Link second = new Link(2);
    second.others = new Object[] {first, new End(3)};
    FieldWalk walk = walk(100);
    assertThat(findNumbers(walk, first)).containsExactly(1);
    assertThat(findNumbers(walk, second)).containsExactly(1, 3);
  }

  @Test
  void stopsAtLimitAndReportsIt() {
    Link root = new Link(0);
    Link last = root;
    for (int i = 1; i < 50; i++) {
      Link next = new Link(i);
      last.next = next;
      last = next;
    }
    last.next = new End(50);
    FieldWalk walk = walk(20);
    assertThat(findNumbers(walk, root)).isEmpty();
    assertThat(walk.isComplete()).isFalse();
    assertThat(findNumbers(walk(1_000), root)).containsExactly(50);
  }
}
