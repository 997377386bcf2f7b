package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("matrix")
class VersionsIT {
  /** Uses the SolrJ version of the build, which Maven already has. */
  @Test
  void solrJStallsOnlyOverHttp2AndBeyondWindow() throws Exception {
    JsonNode all =
        new Verb("versions").json(ExitStatus.STALLED.code(), "--solrj", "9.10.1").path("versions");
    assertThat(all).hasSize(1);
    JsonNode http2 = all.path(0).path("http2");
    assertThat(http2.path("result").asText()).isEqualTo("STALLED");
    assertThat(http2.path("jetty").asText()).isEqualTo("10.0.26");
    assertThat(http2.path("sessionWindow").asInt()).isEqualTo(16 << 20);
    assertThat(http2.path("windowLeft").asInt(-1)).isZero();
    assertThat(http2.path("readAfterTheOthers").asBoolean()).isTrue();
    for (String control : new String[] {"http2Few", "http1"}) {
      assertThat(all.path(0).path(control).path("result").asText()).as(control).isEqualTo("READ");
      assertThat(all.path(0).path(control).path("bytesRead").asInt()).isEqualTo(4 << 20);
    }
  }
}
