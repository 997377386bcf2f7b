package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ClusterThreads.At;
import io.streambench.diagnose.judge.ThreadHistory.Motion;
import io.streambench.flow.replay.DumpDiagnosis;
import io.streambench.flow.replay.DumpDiagnosis.LookAlike;
import io.streambench.flow.replay.DumpDiagnosis.NextStep;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.threads.Activity;
import io.streambench.flow.threads.ThreadDump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private final ClusterThreads threads;
  private final List<Jvm> looked;
  private final List<Unseen> missing;
  private final List<String> gone;

  /**
   * A JVM and its dumps, in chronological order.
   *
   * @param harmless why its merges cannot stall; empty if they can
   * @param http1 whether its clients use HTTP/1.1
   */
  public record Jvm(
      String name, List<ThreadDump> dumps, Optional<Reason> harmless, boolean http1) {}

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

  private ClusterHang(List<Jvm> looked, List<Unseen> missing, List<String> gone, Duration silence) {
    this.looked = looked;
    this.missing = missing;
    this.gone = gone;
    this.threads = new ClusterThreads(looked, silence);
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
    ClusterHang hang = new ClusterHang(looked, missing, gone, silence);
    ClusterThreads threads = hang.threads;
    Verdict verdict = hang.verdict();
    List<LookAlike> waits = LookAlikes.of(threads.jvms, ThreadHistory::still);
    Map<String, Threads> each = new LinkedHashMap<>();
    looked.forEach(jvm -> each.put(jvm.name(), threads.of(jvm)));
    return new Found(new DumpDiagnosis(verdict, List.of(), waits, hang.steps(verdict)), each);
  }

  private Verdict verdict() {
    List<At> lasting = threads.readers().stream().filter(At::lasts).toList();
    List<At> waiting =
        lasting.stream().filter(at -> at.does() == Activity.READS && at.history().still()).toList();
    for (At merge : waiting) {
      if (doubt(merge).isEmpty()) {
        List<At> blocked = threads.of(merge, At::blocked);
        return verdict(
            Finding.STALLED,
            StallCause.SESSION_WINDOW,
            List.of(gotNothing(merge), Kind.WHILE_BLOCKED.of(blocked.size(), nodes(blocked))));
      }
    }
    for (At merge : waiting) {
      if (!threads.explained(merge)) {
        Reason but = Kind.BUT.of(doubt(merge).orElseThrow());
        return verdict(Finding.POSSIBLE, StallCause.UNKNOWN, List.of(gotNothing(merge), but));
      }
    }
    List<At> outside =
        threads.all.stream()
            .filter(at -> at.blocked() && !at.last().http1())
            .filter(threads::ofNoMerge)
            .toList();
    if (!outside.isEmpty()) {
      return possible(
          StallCause.SESSION_WINDOW,
          missing.isEmpty()
              ? Kind.BLOCKED_TO_A_PROGRAM.of(outside.size(), nodes(outside))
              : Kind.BLOCKED_TO_UNSEEN.of(outside.size(), nodes(outside), missing.get(0)));
    }
    return others(lasting);
  }

  private Verdict others(List<At> lasting) {
    for (At at : threads.all) {
      if (at.does() == Activity.AWAITS_PERMIT && at.history().still()) {
        return possible(StallCause.REQUEST_PERMITS, Kind.PERMIT_AWAITED.of(at.named()));
      }
    }
    for (At at : lasting) {
      if (!at.ran() && !threads.explained(at)) {
        return silent(at);
      }
    }
    for (At at : threads.all) {
      if (at.sends() && at.history().motion() == Motion.NO_CPU) {
        return possible(null, Kind.SENDS_UNKNOWN.of(at.named(), at.history().why()));
      }
    }
    if (!missing.isEmpty()) {
      return possible(null, Kind.NOT_SEEN.of(missing.get(0)));
    }
    return verdict(
        Finding.NO_STALL,
        null,
        List.of(
            threads.readers().isEmpty()
                ? Kind.NO_MERGE.of()
                : lasting.stream()
                    .filter(at -> !at.ran())
                    .findFirst()
                    .map(at -> Kind.WAITS_FOR_WORK.of(at.named(), threads.works(at).get(0).named()))
                    .orElse(Kind.EVERY_MERGE_RAN.of())));
  }

  private static Verdict silent(At at) {
    boolean opens =
        at.does() == Activity.AWAITS_HEADERS_12 && at.history().still() && !at.jvm().http1();
    Kind kind =
        switch (at.does()) {
          case AWAITS_HEADERS -> Kind.AWAITS_SHARD_HEADERS;
          case AWAITS_HEADERS_12 -> opens ? Kind.AWAITS_HEADERS_LONG : Kind.AWAITS_ANY_HEADERS;
          case MERGES_AND_SENDS -> Kind.BLOCKED_BY_CLIENT;
          default -> Kind.READS_STREAMS;
        };
    return possible(opens ? StallCause.EARLY_CLOSE : null, kind.of(at.named()));
  }

  /** Another explanation why a merge received nothing; empty if only a stall explains it. */
  private Optional<Reason> doubt(At merge) {
    List<At> senders = threads.of(merge, At::sends);
    Optional<At> moves = senders.stream().filter(at -> !at.history().still()).findFirst();
    List<At> works = threads.works(merge);
    if (merge.jvm().harmless().isPresent()) {
      return merge.jvm().harmless();
    } else if (!missing.isEmpty()) {
      return Optional.of(Kind.NOT_SEEN.of(missing.get(0)));
    } else if (!works.isEmpty()) {
      return Optional.of(Kind.STILL_WORKS.of(works.get(0).named()));
    } else if (senders.isEmpty()) {
      return Optional.of(Kind.NOTHING_SENDS.of());
    } else if (moves.isPresent()) {
      return Optional.of(Kind.NOT_BLOCKED.of(moves.get().named()));
    } else if (senders.stream().allMatch(at -> at.last().http1())) {
      return Optional.of(Kind.SENT_OVER_HTTP1.of());
    }
    return gone.stream().findFirst().map(Kind.NODE_GONE::of);
  }

  private static Reason gotNothing(At merge) {
    return Kind.GOT_NOTHING.of(merge.named(), merge.idleSeconds());
  }

  /** How many of the threads are on which node. */
  private static Reason nodes(List<At> senders) {
    Map<String, Long> nodes =
        senders.stream()
            .collect(
                Collectors.groupingBy(
                    at -> at.jvm().name(), LinkedHashMap::new, Collectors.counting()));
    Stream<Reason> first =
        nodes.entrySet().stream()
            .limit(MOST_NAMED)
            .map(node -> Kind.ON_NODE.of(node.getValue(), node.getKey()));
    return Reason.listed(
        nodes.size() > MOST_NAMED ? Stream.concat(first, Stream.of(Kind.MORE_NODES.of())) : first);
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
            ? threads.sendingMerge().isPresent()
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

  private static Verdict possible(StallCause cause, Reason reason) {
    return verdict(Finding.POSSIBLE, cause, List.of(reason));
  }

  private static Verdict verdict(Finding finding, StallCause cause, List<Reason> reasons) {
    return Verdict.of(Source.THREADS, finding, Optional.ofNullable(cause), reasons);
  }
}
