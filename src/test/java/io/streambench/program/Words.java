package io.streambench.program;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Splits a command line into its words at blanks, which the names of files may have, too. */
public final class Words {
  private Words() {}

  /** Puts the values in place of each {@code %s}, whole, after the line is split. */
  public static String[] of(String typed, Object... values) {
    Iterator<Object> next = List.of(values).iterator();
    return Stream.of(typed.split(" "))
        .map(word -> word.contains("%s") ? word.replace("%s", next.next().toString()) : word)
        .toArray(String[]::new);
  }
}
