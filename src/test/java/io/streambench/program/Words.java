package io.streambench.program;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Splits a command line into arguments at spaces. Values inserted later may contain spaces. */
public final class Words {
  private Words() {}

  /** Splits a command line, and then replaces {@code %s} in each argument with the next value. */
  public static String[] of(String commandLine, Object... values) {
    Iterator<Object> next = List.of(values).iterator();
    return Stream.of(commandLine.split(" "))
        .map(word -> word.contains("%s") ? word.replace("%s", next.next().toString()) : word)
        .toArray(String[]::new);
  }
}
