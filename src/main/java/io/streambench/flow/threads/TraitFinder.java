package io.streambench.flow.threads;

import io.streambench.flow.threads.Activity.FrameGroup;
import io.streambench.flow.threads.JvmFindings.JvmTrait;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the traits of a JVM in the threads of a dump, and in the heap section that follows. */
final class TraitFinder {
  /** Matches threads that run in HTTP/2 clients other than Jetty's, even in idle clients. */
  private static final Pattern CLIENT_THREAD_NAME =
      Pattern.compile("^(?:HttpClient-|reactor-http|httpclient-dispatch|OkHttp|grpc-)");

  private static final Pattern JETTY_CLIENT_THREAD_NAME =
      Pattern.compile("^(?:HttpClient@|@[0-9a-f]+-\\d|h2sc)");

  private static final Pattern CARRIER_NAME =
      Pattern.compile("^(?:ForkJoinPool-1-worker-\\d|VirtualThread-un(?:block|park)er)");

  private static final Pattern NODE_THREAD_NAME =
      Pattern.compile(
          "^(?:searcherExecutor|commitScheduler|coreLoadExecutor|coreContainerWorkExecutor"
              + "|httpShardExecutor|recoveryExecutor|closeThreadPool|indexFetcher|Overseer)");

  /**
   * Matches the old generation of the serial collector, as {@code kill -3} and {@code GC.heap_info}
   * print it. The maximum size is the difference between the first and the last address.
   */
  private static final Pattern OLD_GENERATION =
      Pattern.compile(
          "^\\s*[Tt]enured(?: generation)? +total \\d{1,12}K, used (\\d{1,12})K"
              + " +\\[0x0*([0-9a-f]{1,15}), 0x[0-9a-f]{1,16}, 0x0*([0-9a-f]{1,15})\\)");

  /** The minimum used share of an old generation that counts as full. */
  private static final double MIN_FULL_SHARE = 0.9;

  private final Set<JvmTrait> traits = EnumSet.noneOf(JvmTrait.class);

  Set<JvmTrait> traits() {
    return traits;
  }

  void addThread(String name, Set<FrameGroup> frameGroups) {
    if (frameGroups.contains(FrameGroup.SOLR)) {
      traits.add(JvmTrait.SOLR);
    }
    if (frameGroups.contains(FrameGroup.SOLR_NODE) || NODE_THREAD_NAME.matcher(name).find()) {
      traits.addAll(Set.of(JvmTrait.SOLR, JvmTrait.SOLR_NODE));
    }
    if (frameGroups.contains(FrameGroup.JETTY_CLIENT)
        || JETTY_CLIENT_THREAD_NAME.matcher(name).find()) {
      traits.add(JvmTrait.JETTY_CLIENT);
    }
    if (frameGroups.contains(FrameGroup.HTTP_CLIENT) || CLIENT_THREAD_NAME.matcher(name).find()) {
      traits.add(JvmTrait.HTTP_CLIENT);
    }
    if (CARRIER_NAME.matcher(name).find()) {
      traits.add(JvmTrait.VIRTUAL_THREADS);
    }
    if (frameGroups.contains(FrameGroup.NETWORK)
        && !frameGroups.contains(FrameGroup.OTHER_SELECTOR)) {
      traits.add(JvmTrait.NETWORK);
    }
  }

  /** Processes a line that may belong to the heap section. */
  void processHeapLine(String line) {
    Matcher old = OLD_GENERATION.matcher(line);
    if (old.find()) {
      long maxKilobytes = Long.parseLong(old.group(3), 16) - Long.parseLong(old.group(2), 16) >> 10;
      if (maxKilobytes > 0 && Long.parseLong(old.group(1)) >= MIN_FULL_SHARE * maxKilobytes) {
        traits.add(JvmTrait.FULL_SERIAL_HEAP);
      }
    }
  }
}
