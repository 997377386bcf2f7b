package io.streambench.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;

/**
 * The facts about a node that has joined a cluster which others need.
 *
 * @param name as ZooKeeper has it
 * @param baseUrl where it takes requests
 * @param home folder of its data
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record NodeFacts(String name, String baseUrl, String home) {
  /** Reads and writes the answers of control ports. */
  static final ObjectMapper JSON = new ObjectMapper();

  static NodeFacts of(ObservedNode node, Path home) {
    return new NodeFacts(
        node.getNodeName(), node.getBaseUrl().toString(), home.toAbsolutePath().toString());
  }

  /** An answer of a control port. */
  static String json(Object answer) {
    try {
      return JSON.writeValueAsString(answer);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
