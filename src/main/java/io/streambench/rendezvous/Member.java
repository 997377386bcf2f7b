package io.streambench.rendezvous;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the clients of a run, as the others see it.
 *
 * @param client its name
 * @param arguments a hash of what it was told to run
 * @param clock its clock, compared with ZooKeeper's
 * @param finished the combinations that it has done with
 * @param done whether it has done with all
 */
public record Member(
    String client, String arguments, ClockOffset clock, List<String> finished, boolean done) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public Member {
    finished = List.copyOf(finished);
  }

  /** The same when it has done with one more. */
  Member finished(String combination) {
    List<String> more = new ArrayList<>(finished);
    more.add(combination);
    return new Member(client, arguments, clock, more, done);
  }

  /** The same when it runs nothing any more. */
  Member withAllDone() {
    return new Member(client, arguments, clock, finished, true);
  }

  /** Returns whether nobody needs to wait for it in a combination. */
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
