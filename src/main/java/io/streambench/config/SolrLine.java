package io.streambench.config;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** A Solr that can be measured, by the number that the parameter has. */
public enum SolrLine {
  /** The oldest that is supported: 9.8.0. */
  SOLR_9_8("9.8"),
  /** The one that this project is built with: 9.10.1, with Jetty 10. */
  SOLR_9("9"),
  /** 10.0.0, with Jetty 12. */
  SOLR_10("10");

  /** The parameter for the client's line. */
  public static final String PARAMETER = "solr";

  /** The parameter for that of the nodes, where it is another. */
  public static final String NODES_PARAMETER = "nodeSolr";

  private final String number;

  SolrLine(String number) {
    this.number = number;
  }

  /** The client's; 9 for a benchmark without such a parameter. */
  static SolrLine ofClient(GivenParameters given) {
    return Values.oneOf(PARAMETER, given.values(), SOLR_9);
  }

  /** Those of the client and of the nodes in a combination of parameters. */
  public static Set<SolrLine> in(Map<String, String> parameters) {
    GivenParameters given = new GivenParameters(parameters, Map.of());
    return EnumSet.of(ofClient(given), ofNodes(given));
  }

  /** The name of the folder below {@code target} for what is built with it. */
  public String folder() {
    return "solr" + number;
  }

  static SolrLine ofNodes(GivenParameters given) {
    return given
        .unless("default", NODES_PARAMETER)
        .map(text -> Values.oneOf(NODES_PARAMETER, text, SolrLine.class))
        .orElseGet(() -> ofClient(given));
  }

  @Override
  public String toString() {
    return number;
  }
}
