package io.streambench.flow.replay;

import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The findings from a recording or a log: whether a reader hung, and the windows over time.
 *
 * @param verdict empty if nothing looks like a hang
 * @param dumpDiagnosis what thread dumps or Jetty's dumps show; empty if there are none
 * @param fromNanos time of the first event, since the epoch; empty if the source has no times
 * @param sessions all sessions: the verdict's first, then others that stalled, then the rest
 * @param longestStalls the ten longest periods with an exhausted window, longest first
 */
public record Diagnosis(
    Source source,
    Optional<Verdict> verdict,
    Optional<DumpDiagnosis> dumpDiagnosis,
    long events,
    ReadCounts counts,
    OptionalLong fromNanos,
    OptionalLong toNanos,
    List<SessionDiagnosis> sessions,
    List<StallEpisode> longestStalls) {

  /** Returns a copy with the findings from dumps in the same files. */
  public Diagnosis withDumps(Optional<DumpDiagnosis> found) {
    return with(verdict, found);
  }

  private Diagnosis with(Optional<Verdict> newVerdict, Optional<DumpDiagnosis> dumps) {
    return new Diagnosis(
        source, newVerdict, dumps, events, counts, fromNanos, toNanos, sessions, longestStalls);
  }

  /**
   * Returns this diagnosis, or a copy with the hang that the run itself reported if the source
   * shows none.
   */
  public Diagnosis orReported(Optional<Verdict> reported) {
    return isStalled() ? this : reported.map(this::withVerdict).orElse(this);
  }

  /** Returns a copy with a verdict from newer evidence. */
  public Diagnosis withVerdict(Verdict newVerdict) {
    return with(Optional.of(newVerdict), dumpDiagnosis);
  }

  /** Returns a copy in which a session's hang is only possible, because of {@code doubt}. */
  public Diagnosis withDoubt(Reason doubt) {
    return verdict
        .filter(hang -> hang.finding() == Finding.STALLED && hang.session().isPresent())
        .map(
            hang ->
                withVerdict(
                    hang.asPossible(Kind.DOUBT.of(doubt), hang.session().get(), hang.sessions())))
        .orElse(this);
  }

  public boolean isStalled() {
    return finding() == Finding.STALLED;
  }

  /** Whether a reader hung, as far as the source shows. */
  public Finding finding() {
    return verdict.map(Verdict::finding).orElse(Finding.NO_STALL);
  }

  /** Returns whether the source shows one moment instead of events over time. */
  public boolean isSnapshot() {
    return source == Source.HEAP_DUMP;
  }

  /** The reason why no data arrived, according to the verdict; empty if unknown. */
  public Optional<StallCause> cause() {
    return verdict.flatMap(Verdict::cause);
  }

  /** How long a session had been stalled when the source ended; empty if unknown. */
  public OptionalLong silenceNanos(SessionDiagnosis session) {
    OptionalLong since = session.state().stalledSinceNanos();
    return since.isPresent() && toNanos.isPresent()
        ? OptionalLong.of(Math.max(0, toNanos.getAsLong() - since.getAsLong()))
        : OptionalLong.empty();
  }
}
