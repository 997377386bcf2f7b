package io.streambench.analysis;

import io.streambench.analysis.DumpDiagnosis.NextStep;
import io.streambench.analysis.ThreadHistory.Motion;
import io.streambench.config.Text;
import io.streambench.threads.Activity;
import io.streambench.threads.DumpedThread;
import io.streambench.threads.ThreadDump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Gives a verdict from repeated thread dumps of all JVMs of a cluster. A merge that received
 * nothing is STALLED if all threads that send to it were blocked and no shard still works for it;
 * unlike with dumps of some JVMs, all these threads are known. On every node, a thread's name
 * contains the merge's request. If it does not, all threads that serve no known merge count as its
 * senders.
 */
public final class ClusterHang {
  private static final int MOST_NAMED = 6;

  private final List<At> threads = new ArrayList<>();
  private final List<DumpedJvm> jvms;
  private final List<Jvm> looked;
  private final List<Unseen> missing;
  private final List<String> gone;
  private final Set<String> requestsOfMerges;

  /**
   * A JVM and its dumps, in chronological order.
   *
   * @param harmless why its merges cannot stall; empty if they can
   * @param http1 whether its clients use HTTP/1.1
   */
  public record Jvm(String name, List<ThreadDump> dumps, String harmless, boolean http1) {}

  /**
   * A thread that merges.
   *
   * @param request the request that it works on; empty if the thread's name does not contain it
   * @param idleSeconds minimum time for which it did nothing
   */
  public record Merge(String thread, String request, double idleSeconds) {
    /** Returns whether it was idle up to the last dump. */
    public boolean hangs() {
      return idleSeconds > 0;
    }
  }

  /** The merges of a JVM, and how many of its sending threads were blocked. */
  public record Threads(List<Merge> merges, int blocked, int senders) {}

  /** The verdict, and the threads of each JVM by its name. */
  public record Found(DumpDiagnosis diagnosis, Map<String, Threads> threads) {}

  private record At(Jvm jvm, ThreadHistory history) {
    DumpedThread last() {
      return history.last();
    }

    /** Returns whether all dumps show the thread with the same request. */
    boolean lasts() {
      return history.seen().size() == jvm.dumps().size()
          && history.seen().stream()
              .allMatch(seen -> seen.thread().request().equals(last().request()));
    }

    boolean sends() {
      return last().activity().ofSender() && last().solr();
    }

    boolean blocked() {
      return sends() && history.still();
    }
  }

  private ClusterHang(List<Jvm> looked, List<Unseen> missing, List<String> gone, Duration silence) {
    this.looked = looked;
    this.missing = missing;
    this.gone = gone;
    this.jvms = new ArrayList<>();
    for (Jvm jvm : looked) {
      DumpedJvm dumped = new DumpedJvm(jvm.dumps(), silence, 0);
      jvms.add(dumped);
      dumped.threads(does -> true).forEach(history -> threads.add(new At(jvm, history)));
    }
    this.requestsOfMerges =
        threads.stream()
            .filter(at -> at.last().activity().ofReader())
            .map(at -> at.last().request())
            .filter(request -> !request.isEmpty())
            .collect(Collectors.toSet());
  }

  /**
   * Gives the verdict.
   *
   * @param missing JVMs without dumps, such as a node that does not respond
   * @param gone nodes with replicas that are not live; a merge may wait for one of them
   * @param silence minimum time for which a hanging thread must have done nothing
   */
  public static Found of(
      List<Jvm> looked, List<Unseen> missing, List<String> gone, Duration silence) {
    return new ClusterHang(looked, missing, gone, silence).found();
  }

  private Found found() {
    Verdict verdict = verdict();
    Map<String, Threads> each = new LinkedHashMap<>();
    for (Jvm jvm : looked) {
      List<At> here = threads.stream().filter(at -> at.jvm().equals(jvm)).toList();
      each.put(
          jvm.name(),
          new Threads(
              merges(here),
              (int) here.stream().filter(At::blocked).count(),
              (int) here.stream().filter(At::sends).count()));
    }
    return new Found(
        new DumpDiagnosis(
            verdict, List.of(), LookAlikes.of(jvms, ThreadHistory::still), steps(verdict)),
        each);
  }

  /** One thread per request, since its other threads open streams; the longest idle first. */
  private static List<Merge> merges(List<At> threads) {
    Map<String, Merge> merges = new LinkedHashMap<>();
    threads.stream()
        .filter(at -> at.last().activity().ofReader())
        .forEach(
            at ->
                merges.putIfAbsent(
                    at.last().request().isEmpty() ? at.last().name() : at.last().request(),
                    new Merge(at.last().name(), at.last().request(), idleSeconds(at))));
    return merges.values().stream()
        .sorted(Comparator.comparingDouble(Merge::idleSeconds).reversed())
        .toList();
  }

  private static double idleSeconds(At at) {
    double seconds = at.lasts() ? at.history().stillSeconds() : 0;
    return Double.isFinite(seconds) ? Math.round(seconds * 10) / 10.0 : 0;
  }

  private Verdict verdict() {
    List<At> lasting =
        threads.stream().filter(at -> at.last().activity().ofReader() && at.lasts()).toList();
    List<At> waiting =
        lasting.stream()
            .filter(at -> at.last().activity() == Activity.READS && at.history().still())
            .toList();
    for (At merge : waiting) {
      if (doubt(merge).isEmpty()) {
        return verdict(
            Finding.STALLED,
            StallCause.SESSION_WINDOW,
            gotNothing(merge) + ", while " + blocked(of(merge, At::blocked), "to it"));
      }
    }
    for (At merge : waiting) {
      if (!explained(merge)) {
        return possible(
            StallCause.UNKNOWN, gotNothing(merge) + ", but " + doubt(merge).orElseThrow());
      }
    }
    List<At> outside =
        threads.stream()
            .filter(at -> at.blocked() && !at.last().http1())
            .filter(at -> !requestsOfMerges.contains(at.last().request()))
            .toList();
    if (!outside.isEmpty()) {
      return possible(
          StallCause.SESSION_WINDOW,
          missing.isEmpty()
              ? blocked(outside, "to a reader that is none of these nodes")
                  + ": that program hangs, or does not read"
              : blocked(outside, "to a reader that was not seen")
                  + ": it may be a program, or "
                  + missing.get(0));
    }
    return others(lasting);
  }

  private Verdict others(List<At> lasting) {
    for (At at : threads) {
      if (at.last().activity() == Activity.AWAITS_PERMIT && at.history().still()) {
        return possible(
            StallCause.REQUEST_PERMITS,
            "another hang: " + named(at) + " waits for a permit of Solr's client");
      }
    }
    for (At at : lasting) {
      if (at.history().motion() != Motion.RAN && !explained(at)) {
        return silent(at);
      }
    }
    for (At at : threads) {
      if (at.sends() && at.history().motion() == Motion.NO_CPU) {
        return possible(
            null, named(at) + " sends; whether it was blocked is unknown, " + at.history().why());
      }
    }
    if (!missing.isEmpty()) {
      return possible(null, "a part was not seen: " + missing.get(0));
    }
    return verdict(
        Finding.NO_STALL,
        null,
        threads.stream().noneMatch(at -> at.last().activity().ofReader())
            ? "no stream is merged now, and no answer is blocked"
            : lasting.stream()
                .filter(at -> at.history().motion() != Motion.RAN)
                .findFirst()
                .map(
                    at ->
                        named(at)
                            + " waits for a shard that still works: "
                            + named(works(at).get(0)))
                .orElse("every merge ran, or began in between"));
  }

  private static Verdict silent(At at) {
    Activity does = at.last().activity();
    boolean opens = does == Activity.AWAITS_HEADERS_12 && at.history().still() && !at.jvm().http1();
    return possible(
        opens ? StallCause.EARLY_CLOSE : null,
        named(at)
            + switch (does) {
              case AWAITS_HEADERS -> " waits for the headers of a shard's answer";
              case AWAITS_HEADERS_12 ->
                  " waits for the headers of an answer"
                      + (opens
                          ? ": queries that were closed early can cause this, and a slow search"
                              + " looks the same"
                          : "");
              case MERGES_AND_SENDS -> " is blocked by the client of its own answer";
              default -> " reads streams; whether it got data is unknown";
            });
  }

  /** The other threads that work for a merge. */
  private List<At> of(At merge, Predicate<At> wanted) {
    String request = merge.last().request();
    return threads.stream()
        .filter(
            at ->
                request.isEmpty()
                    ? !requestsOfMerges.contains(at.last().request())
                    : at.last().request().equals(request))
        .filter(at -> !at.equals(merge) && at.lasts() && wanted.test(at))
        .toList();
  }

  /**
   * The threads that work for a merge; a running worker of {@code parallel()} is itself a merge. A
   * worker on another node does not work for a merge of shards, but for the merge that reads both.
   * Nodes without a configured host also use the same request numbers, so it may belong to another
   * query.
   */
  private List<At> works(At merge) {
    return of(
        merge,
        at ->
            at.last().activity() == Activity.WORKS
                || !merge.last().request().isEmpty()
                    && (!merge.last().ofShards() || at.jvm().equals(merge.jvm()))
                    && at.last().activity().ofReader()
                    && !at.sends()
                    && at.history().motion() == Motion.RAN);
  }

  /** Returns whether a merge waits for a shard that still works. */
  private boolean explained(At merge) {
    return works(merge).stream().anyMatch(at -> at.history().motion() == Motion.RAN);
  }

  /** Another explanation why a merge received nothing; empty if only a stall explains it. */
  private Optional<String> doubt(At merge) {
    List<At> senders = of(merge, At::sends);
    Optional<At> moves = senders.stream().filter(at -> !at.history().still()).findFirst();
    List<At> works = works(merge);
    if (!merge.jvm().harmless().isEmpty()) {
      return Optional.of(merge.jvm().harmless());
    } else if (!missing.isEmpty()) {
      return Optional.of("a part was not seen: " + missing.get(0));
    } else if (!works.isEmpty()) {
      return Optional.of(named(works.get(0)) + " still works for it");
    } else if (senders.isEmpty()) {
      return Optional.of("no node sends to it: the request is lost, or the answer is not read on");
    } else if (moves.isPresent()) {
      return Optional.of(named(moves.get()) + ", which sends to it, was not blocked");
    } else if (senders.stream().allMatch(at -> at.last().http1())) {
      return Optional.of("all that send to it do so over HTTP/1.1, where no window is shared");
    }
    return gone.stream()
        .findFirst()
        .map(node -> "node " + node + " has replicas and is not live: it may wait for one of them");
  }

  private static String named(At at) {
    return Text.of("thread \"%s\" of %s", at.last().name(), at.jvm().name());
  }

  private static String gotNothing(At merge) {
    return Text.of("%s merges, and got nothing for %.1f s", named(merge), idleSeconds(merge));
  }

  private static String blocked(List<At> senders, String towards) {
    Map<String, Long> nodes =
        senders.stream()
            .collect(
                Collectors.groupingBy(
                    at -> at.jvm().name(), LinkedHashMap::new, Collectors.counting()));
    return Text.of("all %,d threads that send %s were blocked (", senders.size(), towards)
        + nodes.entrySet().stream()
            .limit(MOST_NAMED)
            .map(node -> Text.of("%d on %s", node.getValue(), node.getKey()))
            .collect(Collectors.joining(", "))
        + (nodes.size() > MOST_NAMED ? ", …)" : ")");
  }

  private List<NextStep> steps(Verdict verdict) {
    if (verdict.finding() == Finding.NO_STALL) {
      return List.of();
    }
    StallCause cause = verdict.cause().orElse(null);
    List<NextStep> steps = new ArrayList<>();
    missing.stream()
        .map(Unseen::why)
        .sorted()
        .flatMap(ClusterHang::toSee)
        .distinct()
        .forEach(steps::add);
    steps.addAll(
        cause == null
            ? sendingMerge().isPresent()
                ? List.of(NextStep.CLIENT, NextStep.ASK_AGAIN)
                : List.of(NextStep.ASK_AGAIN)
            : switch (cause) {
              case SESSION_WINDOW ->
                  List.of(NextStep.READER_OUTSIDE, NextStep.HTTP1, NextStep.RESTART);
              case REQUEST_PERMITS -> List.of(NextStep.PERMITS);
              case EARLY_CLOSE -> List.of(NextStep.RESETS, NextStep.PROOF, NextStep.TIMEOUT_ENDS);
              default ->
                  looked.stream().allMatch(Jvm::http1)
                      ? List.of(NextStep.ASK_AGAIN, NextStep.SHARD_THAT_IS_AWAITED)
                      : List.of(NextStep.ASK_AGAIN, NextStep.PROOF, NextStep.HTTP1);
            });
    return steps;
  }

  /** The steps that make the JVM's threads visible. */
  private static Stream<NextStep> toSee(Unseen.Why why) {
    return switch (why) {
      case SILENT -> Stream.of(NextStep.SILENT_NODE);
      case UNREACHABLE -> Stream.of(NextStep.ALL_NODES);
      case REFUSED, UNUSABLE -> Stream.empty(); // the text of these already says what to do
    };
  }

  /** A merge that has data, but waits until its own client reads. */
  private Optional<At> sendingMerge() {
    return threads.stream()
        .filter(at -> at.last().activity() == Activity.MERGES_AND_SENDS && at.lasts())
        .filter(at -> at.history().still() && !explained(at))
        .findFirst();
  }

  private static Verdict possible(StallCause cause, String reason) {
    return verdict(Finding.POSSIBLE, cause, reason);
  }

  private static Verdict verdict(Finding finding, StallCause cause, String reason) {
    return Verdict.of(finding, Optional.ofNullable(cause), reason, Optional.empty(), List.of());
  }
}
