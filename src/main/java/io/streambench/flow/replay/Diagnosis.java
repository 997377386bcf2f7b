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
 * The diagnosis of a recording or log: whether a reader hung, and how the windows changed over
 * time.
 *
 * @param verdict the verdict; empty if there is no sign of a hang
 * @param dumpDiagnosis the findings from thread dumps and Jetty's dumps; empty if there are none
 * @param startNanos time of the first event, since the epoch; empty if the source has no timestamps
 * @param sessions all sessions: first the session of the verdict, then other stalled sessions, then
 *     the rest
 * @param longestStalls the ten longest periods with an exhausted window, longest first
 */
public record Diagnosis(
    Source source,
    Optional<Verdict> verdict,
    Optional<DumpDiagnosis> dumpDiagnosis,
    long eventCount,
    ReadCounts counts,
    OptionalLong startNanos,
    OptionalLong endNanos,
    List<SessionDiagnosis> sessions,
    List<StallEpisode> longestStalls) {

  /** Returns a copy with the given findings from thread dumps and Jetty's dumps. */
  public Diagnosis withDumps(Optional<DumpDiagnosis> dumps) {
    return copyWith(verdict, dumps);
  }

  private Diagnosis copyWith(Optional<Verdict> newVerdict, Optional<DumpDiagnosis> dumps) {
    return new Diagnosis(
        source,
        newVerdict,
        dumps,
        eventCount,
        counts,
        startNanos,
        endNanos,
        sessions,
        longestStalls);
  }

  /** Returns this diagnosis if it shows a stall; otherwise a copy with the run's verdict. */
  public Diagnosis withReportedVerdict(Optional<Verdict> reported) {
    return isStalled() ? this : reported.map(this::withVerdict).orElse(this);
  }

  /** Returns a copy with another verdict. */
  public Diagnosis withVerdict(Verdict newVerdict) {
    return copyWith(Optional.of(newVerdict), dumpDiagnosis);
  }

  /**
   * Returns a copy in which STALLED is changed to POSSIBLE because of {@code doubt}. Returns this
   * diagnosis if no session is stalled.
   */
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

  /** Returns the finding of the verdict, or NO_STALL if there is no verdict. */
  public Finding finding() {
    return verdict.map(Verdict::finding).orElse(Finding.NO_STALL);
  }

  /** Returns whether the source shows a single moment, as a heap dump does. */
  public boolean isSnapshot() {
    return source == Source.HEAP_DUMP;
  }

  /** Returns the cause according to the verdict; empty if unknown. */
  public Optional<StallCause> cause() {
    return verdict.flatMap(Verdict::cause);
  }

  /** Returns how long a session had been stalled at the end of the source; empty if unknown. */
  public OptionalLong silenceNanos(SessionDiagnosis session) {
    OptionalLong since = session.state().stalledSinceNanos();
    return since.isPresent() && endNanos.isPresent()
        ? OptionalLong.of(Math.max(0, endNanos.getAsLong() - since.getAsLong()))
        : OptionalLong.empty();
  }
}
