package io.streambench.faults;

import java.util.List;

/** Arguments of small studies. */
final class Studies {
  /** One cell, which completes, of a cluster in a process of its own. */
  static final List<String> QUICK = List.of("study", "windows", "--quick", "--only", "^k4-w8\\.0$");

  private Studies() {}
}
