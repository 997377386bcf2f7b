package io.streambench.threads;

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

  /**
   * Threads of Solr's own have core and request behind this word, from Java 19 on the node before
   * them: Solr writes a map as its JVM orders it.
   */
  private static final Pattern PROCESSING =
      Pattern.compile("-processing-(?:\\S+:\\d+_\\S* )?\\S+ (\\S+)(?: |$)");

  /** Equal for one thread in all dumps of its JVM. */
  public String key() {
    Matcher pooled = POOLED.matcher(name);
    return number + " " + (pooled.find() ? pooled.group(1) : name);
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
    Matcher processing = PROCESSING.matcher(name);
    return processing.find() ? processing.group(1) : "";
  }
}
