package io.streambench.analysis;

import io.streambench.eventlog.ReadCounts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The findings from a recording or a log: whether a reader hung, and how the windows went.
 *
 * @param verdict empty where nothing looks like a hang
 * @param fromNanos time of the first event, since the epoch; empty where the source has no times
 * @param sessions that of the verdict first, then others that stalled
 * @param longestStalls the ten longest times in which a window was used up, longest first
 */
public record Diagnosis(
    Optional<Verdict> verdict,
    long events,
    ReadCounts counts,
    OptionalLong fromNanos,
    OptionalLong toNanos,
    List<SessionDiagnosis> sessions,
    List<StallEpisode> longestStalls) {
  public Diagnosis {
    sessions = List.copyOf(sessions);
    longestStalls = List.copyOf(longestStalls);
  }

  /** This, or the hang that the run itself has reported, where the source shows none. */
  public Diagnosis or(Optional<Verdict> reported) {
    return stalled() ? this : reported.map(this::instead).orElse(this);
  }

  /** This with another verdict, by fresher evidence. */
  public Diagnosis instead(Verdict fresher) {
    return new Diagnosis(
        Optional.of(fresher), events, counts, fromNanos, toNanos, sessions, longestStalls);
  }

  /**
   * This, with a hang of a session as a possible one, for a reason that the source does not show.
   */
  public Diagnosis doubted(String doubt) {
    return verdict
        .filter(hang -> hang.finding() == Finding.STALLED && hang.session().isPresent())
        .map(
            hang ->
                instead(
                    Verdict.possible(
                        hang.reason() + " (" + doubt + ")", hang.session().get(), hang.sessions())))
        .orElse(this);
  }

  /** Returns whether a reader hung. */
  public boolean stalled() {
    return finding() == Finding.STALLED;
  }

  /** Says whether a reader hung, as far as the source shows it. */
  public Finding finding() {
    return verdict.map(Verdict::finding).orElse(Finding.NO_STALL);
  }

  /** Returns whether the source shows one moment, as a dump does, and no course of time. */
  public boolean ofMoment() {
    return fromNanos.isPresent() && fromNanos.equals(toNanos) && counts.lines() == 0;
  }

  /** The reason why nothing came, from the verdict; empty where there is none. */
  public Optional<StallCause> cause() {
    return verdict.flatMap(Verdict::cause);
  }

  /** Time from the stall of a session to the end of the source; empty if it is not known. */
  public OptionalLong silenceNanos(SessionDiagnosis session) {
    OptionalLong since = session.state().stalledSinceNanos();
    return since.isPresent() && toNanos.isPresent()
        ? OptionalLong.of(Math.max(0, toNanos.getAsLong() - since.getAsLong()))
        : OptionalLong.empty();
  }
}
