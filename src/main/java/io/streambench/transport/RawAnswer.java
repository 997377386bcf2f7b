package io.streambench.transport;

import java.io.InputStream;
import org.apache.solr.common.util.NamedList;

/** An answer as SolrJ hands it over unparsed, with the status of HTTP. */
public record RawAnswer(InputStream body, int status) {
  /** Constants of SolrJ's since 9.9; older ones have the same text in their code. */
  private static final String BODY = "stream";

  private static final String STATUS = "responseStatus";

  public static RawAnswer of(NamedList<Object> response) {
    return new RawAnswer((InputStream) response.get(BODY), (int) response.get(STATUS));
  }
}
