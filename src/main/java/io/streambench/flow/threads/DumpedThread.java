package io.streambench.flow.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A thread in a dump. Unknown texts are empty, and unknown numbers are NaN.
 *
 * @param number the thread's identifier in its JVM
 * @param address the thread's address in memory, which differs between JVMs
 * @param http1 whether the thread sends its response over HTTP/1.1
 * @param isVirtual whether the thread is virtual; no dump shows the CPU time of such a thread
 * @param isMergingShards whether the thread merges streams from shards, not from parallel workers
 */
public record DumpedThread(
    String name,
    String number,
    String address,
    Activity activity,
    boolean isSolr,
    boolean http1,
    boolean isVirtual,
    boolean isMergingShards,
    double cpuMillis,
    double ageSeconds) {

  /** Matches the name of a thread in Jetty's pool, to which Solr appends the current request. */
  private static final Pattern POOL_THREAD_NAME = Pattern.compile("^(qtp\\d+-\\d+)\\b(?:-(.+))?");

  /** The text between a thread's name and its current task, in Solr's thread pools. */
  private static final String TASK_SEPARATOR = "-processing-";

  /** Matches the labelled request in a context of Solr 8, as in {@code x:core t:request}. */
  private static final Pattern NAMED_REQUEST = Pattern.compile("(?:^| )(?:t|rid):(\\S+)");

  DumpedThread withoutCpuTime() {
    return new DumpedThread(
        name,
        number,
        address,
        activity,
        isSolr,
        http1,
        isVirtual,
        isMergingShards,
        Double.NaN,
        ageSeconds);
  }

  /** Returns a key that identifies the thread in all dumps of its JVM, regardless of its task. */
  public String key() {
    Matcher pooled = POOL_THREAD_NAME.matcher(name);
    int task = name.indexOf(TASK_SEPARATOR);
    return number
        + " "
        + (pooled.find() ? pooled.group(1) : task < 0 ? name : name.substring(0, task));
  }

  /**
   * Returns the identifier of the current request; empty if the thread's name does not contain one.
   * A merging node passes this identifier on to the shards.
   */
  public String requestId() {
    Matcher pooled = POOL_THREAD_NAME.matcher(name);
    if (pooled.find()) {
      return pooled.group(2) == null ? "" : pooled.group(2);
    }
    int task = name.indexOf(TASK_SEPARATOR);
    return task < 0 ? "" : requestIdIn(name.substring(task + TASK_SEPARATOR.length()));
  }

  /**
   * Returns the request identifier in a context; empty if there is none. A context consists of an
   * optional node, the core, and the request or, if there is no request, the collection.
   */
  private static String requestIdIn(String context) {
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
