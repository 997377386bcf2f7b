package io.streambench.rendezvous;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the clients of a run, as the others see it.
 *
 * @param client its name
 * @param arguments a hash of what it runs
 * @param clock its clock, compared with ZooKeeper's
 * @param finished the combinations that it has finished
 * @param done whether it has finished all
 */
public record Member(
    String client, String arguments, ClockOffset clock, List<String> finished, boolean done) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public Member {
    finished = List.copyOf(finished);
  }

  Member finished(String combination) {
    List<String> more = new ArrayList<>(finished);
    more.add(combination);
    return new Member(client, arguments, clock, more, done);
  }

  Member withAllDone() {
    return new Member(client, arguments, clock, finished, true);
  }

  /** Returns whether the others need not wait for it in a combination. */
  boolean hasDone(String combination) {
    return done || finished.contains(combination);
  }

  byte[] bytes() {
    try {
      return JSON.writeValueAsBytes(this);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static Member of(byte[] bytes) throws IOException {
    return JSON.readValue(bytes, Member.class);
  }
}
