package io.streambench.flow.rule;

import io.streambench.flow.rule.Reason.Kind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The verdict on an operation that did not complete.
 *
 * @param cause why no data arrived, if known; the presumed cause of a possible stall
 * @param streams the streams of {@code session} for which the reader waits or may wait
 * @param sessions the HTTP/2 sessions of the reader's client at that time
 */
public record Verdict(
    Source source,
    Finding finding,
    Optional<StallCause> cause,
    List<Reason> reasons,
    Optional<SessionState> session,
    List<Integer> streams,
    List<SessionState> sessions) {
  public Verdict {
    reasons = List.copyOf(reasons);
    streams = List.copyOf(streams);
    sessions = List.copyOf(sessions);
  }

  /** A failure whose cause was not examined. */
  public static Verdict failed(String reason, List<SessionState> sessions) {
    return of(Source.RUN, Finding.NO_STALL, Optional.empty(), List.of(Kind.TEXT.of(reason)))
        .about(Optional.empty(), sessions);
  }

  /** A verdict without sessions. */
  public static Verdict of(
      Source source, Finding finding, Optional<StallCause> cause, List<Reason> reasons) {
    return new Verdict(source, finding, cause, reasons, Optional.empty(), List.of(), List.of());
  }

  static Verdict stalledVerdict(StallCause cause, List<Reason> reasons) {
    return of(Source.WINDOWS, Finding.STALLED, Optional.of(cause), reasons);
  }

  /** A hang that the run itself has reported; its sessions are not reported again. */
  public static Verdict fromRun(StallCause cause, String reason) {
    return of(
        Source.RUN, Finding.STALLED, Optional.of(cause), List.of(Kind.VERDICT_FROM_RUN.of(reason)));
  }

  /** An exhausted window for which a reader may or may not wait. */
  public static Verdict possible(
      List<Reason> reasons, SessionState session, List<SessionState> all) {
    return of(Source.WINDOWS, Finding.POSSIBLE, Optional.of(session.cause()), reasons)
        .about(Optional.of(session), all);
  }

  /** Returns a copy for a session, for whose streams the reader waits or may wait. */
  public Verdict about(Optional<SessionState> its, List<SessionState> all) {
    List<StreamState> waitedFor = its.map(SessionState::starvedStreams).orElse(List.of());
    List<Integer> ids = waitedFor.stream().map(StreamState::id).toList();
    return new Verdict(source, finding, cause, reasons, its, ids, all);
  }

  public Outcome outcome() {
    return finding == Finding.STALLED ? Outcome.STALLED : Outcome.FAILED;
  }

  /** Returns a copy with another reason, in words. */
  public Verdict withReason(String better) {
    return withReasons(List.of(Kind.TEXT.of(better)));
  }

  public Verdict withAdditionalReason(Reason more) {
    return withReasons(Stream.concat(reasons.stream(), Stream.of(more)).toList());
  }

  /** Returns a possible hang of this session, with an additional reason. */
  public Verdict asPossible(Reason doubt, SessionState of, List<SessionState> all) {
    return possible(withAdditionalReason(doubt).reasons, of, all);
  }

  private Verdict withReasons(List<Reason> better) {
    return new Verdict(source, finding, cause, better, session, streams, sessions);
  }

  /** Returns whether the verdict's reason is this one, or contains it. */
  public boolean hasReason(Reason one) {
    return reasons.stream().anyMatch(reason -> reason.contains(one));
  }

  public String reason() {
    return Reason.toSentence(reasons);
  }

  /** Returns whether this session is stalled according to this verdict. */
  public boolean isStallOf(SessionState one) {
    boolean aboutOther = // it applies to any session if no awaited stream is known
        session.filter(own -> !own.streamsWithReader().isEmpty() && !own.equals(one)).isPresent();
    return finding == Finding.STALLED && one.blocksReader() && !aboutOther;
  }
}
