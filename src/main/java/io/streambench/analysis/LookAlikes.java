package io.streambench.analysis;

import io.streambench.config.Text;
import io.streambench.threads.Activity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Threads that wait for something else than a window: what that is, and what to do. */
final class LookAlikes {
  private static final Map<Activity, String> WORDS = new EnumMap<>(Activity.class);

  static {
    WORDS.put(
        Activity.AWAITS_PERMIT,
        "%,d thread(s) waiting for a permit of Solr's client (AsyncTracker, SOLR-18174): all requests that"
            + " it allows are under way or lost");
    WORDS.put(
        Activity.AWAITS_HEADERS,
        "%,d thread(s) with an opened stream and no headers yet: the shard still searches, or the request"
            + " waits for a free stream; look at the node that it went to");
    WORDS.put(
        Activity.MERGES_AND_SENDS,
        "%,d merging thread(s) blocked by the client of their own answer: look at the program that sent the"
            + " query");
    WORDS.put(
        Activity.READS_HTTP1,
        "%,d thread(s) reading a stream over HTTP/1.1, where no window is shared: look at the node that"
            + " sends");
    WORDS.put(
        Activity.AWAITS_ANSWER,
        "%,d thread(s) waiting for the answer to a search or an update, which is no stream: look at the"
            + " node that it went to");
    WORDS.put(
        Activity.AWAITS_SHARDS,
        "%,d search thread(s) waiting in take() for shards, which is no stream: a shard is"
            + " slow, or SOLR-18244");
    WORDS.put(
        Activity.SENDS_BODY,
        "%,d thread(s) sending or awaiting the body of a request (an upload), not an answer: look at the"
            + " other end of it");
  }

  private LookAlikes() {}

  /** One line for each kind of those that did not run between the dumps. */
  static List<String> of(List<DumpedJvm> jvms, Duration silence) {
    List<String> lines = new ArrayList<>();
    WORDS.forEach(
        (activity, words) -> {
          long waiting = jvms.stream().mapToLong(jvm -> waiting(jvm, activity, silence)).sum();
          if (waiting > 0) {
            lines.add(Text.of(words, waiting));
          }
        });
    return lines;
  }

  /** How many do that, and did not run between the dumps. */
  static long waiting(DumpedJvm jvm, Activity activity, Duration silence) {
    return jvm.threads(activity::equals).stream()
        .filter(thread -> thread.motion(silence) != ThreadHistory.Motion.RAN)
        .count();
  }
}
