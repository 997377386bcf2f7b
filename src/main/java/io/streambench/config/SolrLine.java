package io.streambench.config;

import java.util.Map;

/** A line of Solr that can be measured. */
public enum SolrLine {
  /** Solr 9 with Jetty 10. */
  SOLR_9("9"),
  /** Solr 10 with Jetty 12. */
  SOLR_10("10");

  /** The parameter for the client's line. */
  public static final String PARAMETER = "solr";

  /** The parameter for that of the nodes, where it is another. */
  static final String NODES_PARAMETER = "nodeSolr";

  private final String number;

  SolrLine(String number) {
    this.number = number;
  }

  /** The client's; 9 for a benchmark without such a parameter. */
  static SolrLine ofClient(GivenParameters given) {
    return given
        .unless(SOLR_9.number, PARAMETER)
        .map(text -> Values.oneOf(PARAMETER, text, SolrLine.class))
        .orElse(SOLR_9);
  }

  /** Returns whether the client or the nodes of a combination of parameters are of that line. */
  public static boolean anyOf(Map<String, String> parameters, SolrLine line) {
    GivenParameters given = new GivenParameters(parameters, Map.of());
    return ofClient(given) == line || ofNodes(given) == line;
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
