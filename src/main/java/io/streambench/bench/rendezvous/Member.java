package io.streambench.bench.rendezvous;

import io.streambench.base.files.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A client of a joint run, with a hash of its arguments and the combinations of parameters that it
 * has finished.
 */
public record Member(String client, String arguments, List<String> finished, boolean done) {
  Member withFinished(String combination) {
    List<String> more = new ArrayList<>(finished);
    more.add(combination);
    return new Member(client, arguments, more, done);
  }

  Member asDone() {
    return new Member(client, arguments, finished, true);
  }

  boolean hasFinished(String combination) {
    return done || finished.contains(combination);
  }

  byte[] toBytes() {
    return Json.MAPPER.valueToTree(this).toString().getBytes(StandardCharsets.UTF_8);
  }

  static Member of(byte[] bytes) throws IOException {
    return Json.MAPPER.readValue(bytes, Member.class);
  }
}
