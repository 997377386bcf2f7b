package io.streambench.bench.settings;

import io.streambench.base.Installation;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** A release line of Solr that can be measured, such as {@code 9.8} in parameters. */
public enum SolrReleaseLine {
  /** The oldest supported version: 9.8.0. */
  SOLR_9_8("9.8"),
  /** The version that this project is built with: 9.10.1, with Jetty 10. */
  SOLR_9("9"),
  /** Version 10.0.0, with Jetty 12. */
  SOLR_10("10");

  private final String number;

  SolrReleaseLine(String number) {
    this.number = number;
  }

  /** Returns the release lines that the given parameters specify for the client and the nodes. */
  public static Set<SolrReleaseLine> releaseLinesIn(Map<String, String> parameters) {
    GivenParameters given = new GivenParameters(parameters, Map.of());
    return EnumSet.of(given.get(BenchmarkParameters.SOLR), ofNodes(given));
  }

  /** Returns the release line that these classes were built for, derived from their location. */
  public static SolrReleaseLine ofThisBuild() {
    return Arrays.stream(values())
        .filter(line -> Installation.isLoadedFrom(line.buildFolderName()))
        .findFirst()
        .orElse(SOLR_9);
  }

  /** Returns the name of the folder below {@code target} that holds the build for this line. */
  public String buildFolderName() {
    return "solr" + number;
  }

  static SolrReleaseLine ofNodes(GivenParameters given) {
    return given
        .get(BenchmarkParameters.NODE_SOLR)
        .orElseGet(() -> given.get(BenchmarkParameters.SOLR));
  }

  @Override
  public String toString() {
    return number;
  }
}
