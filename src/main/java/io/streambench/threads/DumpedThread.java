package io.streambench.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A thread at the moment of a dump; texts that the dump lacks are empty, and numbers NaN.
 *
 * @param number its identifier in its JVM
 * @param address of the thread in memory, which no other JVM has
 * @param http1 whether it sends its answer over HTTP/1.1
 * @param ofShards whether what it merges are shards, and not workers of {@code parallel()}
 */
public record DumpedThread(
    String name,
    String number,
    String address,
    Activity activity,
    boolean solr,
    boolean http1,
    boolean ofShards,
    double cpuMillis,
    double ageSeconds) {

  /** Solr appends the request that a thread works on to its name. */
  private static final Pattern POOLED = Pattern.compile("^(qtp\\d+-\\d+)\\b(?:-(.+))?");

  /** Solr's own pools append the context of a task behind this word, separated by blanks. */
  private static final String PROCESSING = "-processing-";

  /** Solr 8 names each part of the context: {@code x:core}, {@code t:request}. */
  private static final Pattern NAMED_REQUEST = Pattern.compile("(?:^| )(?:t|rid):(\\S+)");

  /** Equal for one thread in all dumps of its JVM, whatever it works on. */
  public String key() {
    Matcher pooled = POOLED.matcher(name);
    int task = name.indexOf(PROCESSING);
    return number
        + " "
        + (pooled.find() ? pooled.group(1) : task < 0 ? name : name.substring(0, task));
  }

  /**
   * The request that a node works on: that of a merge goes on to the shards it asks. Empty where
   * the name does not have it.
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
   * Core and request come in this order, from Java 19 on with the node before them: Solr writes a
   * map as its JVM orders it. Only a node has a colon. Without a request the collection follows.
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
