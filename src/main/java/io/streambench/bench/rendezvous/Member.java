package io.streambench.bench.rendezvous;

import io.streambench.base.files.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A client of a run.
 *
 * @param arguments a hash of the client's arguments
 * @param finished the combinations that the client has finished
 * @param done whether the client has finished all combinations
 */
public record Member(String client, String arguments, List<String> finished, boolean done) {
  public Member {
    finished = List.copyOf(finished);
  }

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

  byte[] bytes() {
    try {
      return Json.MAPPER.writeValueAsBytes(this);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static Member of(byte[] bytes) throws IOException {
    return Json.MAPPER.readValue(bytes, Member.class);
  }
}
