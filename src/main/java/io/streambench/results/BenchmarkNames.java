package io.streambench.results;

import java.util.List;
import java.util.stream.Stream;

/**
 * Benchmarks are named with their package by JMH's files, and without by people. JMH has none that
 * is in no package.
 */
final class BenchmarkNames {
  private final List<String> known;

  BenchmarkNames(Stream<String> known) {
    this.known = known.distinct().toList();
  }

  /** The known name that ends with this one, if there is just one; otherwise the name itself. */
  String longest(String name) {
    List<String> longer = known.stream().filter(other -> other.endsWith("." + name)).toList();
    return longer.size() == 1 ? longer.get(0) : name;
  }
}
