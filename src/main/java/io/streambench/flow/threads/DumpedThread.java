package io.streambench.flow.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A thread at the moment of a dump. Missing texts are empty, missing numbers are NaN.
 *
 * @param number the thread's identifier in its JVM
 * @param address the thread's address in memory, which differs between JVMs
 * @param http1 whether it sends its response over HTTP/1.1
 * @param virtual whether it is a virtual thread, whose processor time no dump shows
 * @param streamsShards whether it merges shards, as opposed to workers of {@code parallel()}
 */
public record DumpedThread(
    String name,
    String number,
    String address,
    Activity activity,
    boolean solr,
    boolean http1,
    boolean virtual,
    boolean streamsShards,
    double cpuMillis,
    double ageSeconds) {

  /** A thread of Jetty's pool, to whose name Solr appends the request that the thread works on. */
  private static final Pattern POOLED = Pattern.compile("^(qtp\\d+-\\d+)\\b(?:-(.+))?");

  /** The word before a task's context in the thread names of Solr's own pools. */
  private static final String PROCESSING = "-processing-";

  /** The request in a context of Solr 8, where each part has a label: {@code x:core t:request}. */
  private static final Pattern NAMED_REQUEST = Pattern.compile("(?:^| )(?:t|rid):(\\S+)");

  DumpedThread withoutCpuTime() {
    return new DumpedThread(
        name,
        number,
        address,
        activity,
        solr,
        http1,
        virtual,
        streamsShards,
        Double.NaN,
        ageSeconds);
  }

  /** Identifies the thread in all dumps of its JVM, no matter what it works on. */
  public String key() {
    Matcher pooled = POOLED.matcher(name);
    int task = name.indexOf(PROCESSING);
    return number
        + " "
        + (pooled.find() ? pooled.group(1) : task < 0 ? name : name.substring(0, task));
  }

  /**
   * Returns the identifier of the request that the thread works on; empty if the thread's name does
   * not contain it. A merging node passes this identifier on to the shards.
   */
  public String request() {
    Matcher pooled = POOLED.matcher(name);
    if (pooled.find()) {
      return pooled.group(2) == null ? "" : pooled.group(2);
    }
    int task = name.indexOf(PROCESSING);
    return task < 0 ? "" : request(name.substring(task + PROCESSING.length()));
  }

  /**
   * Finds the request in a context, which consists of core and request. Since Java 19 the node
   * comes first, because Solr prints a map in the JVM's order; only a node contains a colon.
   * Without a request, the collection follows the core.
   */
  private static String request(String context) {
    Matcher named = NAMED_REQUEST.matcher(context);
    if (named.find()) {
      return named.group(1);
    }
    List<String> parts = new ArrayList<>(List.of(context.split(" ")));
    if (parts.get(0).indexOf(':') >= 0) {
      parts.remove(0);
    }
    return parts.size() < 2 || parts.get(0).startsWith(parts.get(1) + "_") ? "" : parts.get(1);
  }
}
