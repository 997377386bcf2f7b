package io.streambench.diagnose.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.Role;
import io.streambench.flow.rule.ClientResources;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.rule.Waiting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapVerdictTest {
  private static final int WINDOW = 1_000;
  private static final long SECOND = 1_000_000_000L;

  /** Builds a session without window. One stream has unread data, and other streams are awaited. */
  private static final class SessionBuilder {
    private final List<HeapDumpThread> waiting = new ArrayList<>();
    private StreamState first = new StreamState(1, 0, WINDOW, 0, false, false, Waiting.NO);
    private List<HeapDumpThread> holders = List.of();
    private String remote = "node:8983";
    private Role role = Role.CLIENT;
    private long window;
    private long sendWindow = WINDOW;
    private long pendingCreditBytes;
    private long unaccountedBytes;
    private long unreadBytesWithoutReader;
    private int unseenThreadCount;
    private int requestsWithoutHeaders;
    private boolean isDataInTransit;
    private boolean canSendNow = true;
    private boolean isHolderSearchComplete = true;

    SessionBuilder awaitedBy(long... threads) {
      for (long thread : threads) {
        waiting.add(thread(thread, true));
      }
      return this;
    }

    SessionBuilder withWindow(long bytes, StreamState stream) {
      window = bytes;
      first = stream;
      return this;
    }

    HeapSession build() {
      List<StreamState> streams = new ArrayList<>(List.of(first));
      Map<Integer, HeapRequest> requests = new HashMap<>();
      for (HeapDumpThread thread : waiting) {
        int id = 2 * streams.size() + 1;
        streams.add(new StreamState(id, WINDOW, 0, 0, false, false, Waiting.YES));
        requests.put(id, new HeapRequest("GET", "/", Optional.empty(), Optional.of(thread), false));
      }
      for (int i = 0; i < requestsWithoutHeaders; i++) {
        int id = 2 * streams.size() + 1;
        streams.add(new StreamState(id, WINDOW, 0, 0, false, false, Waiting.NO));
        requests.put(
            id,
            new HeapRequest(
                "GET", "/", Optional.empty(), Optional.of(thread(100 + i, false)), true));
      }
      SessionState state =
          new SessionState(
              "1f",
              role,
              "",
              "me:1",
              remote,
              window,
              sendWindow,
              first.unreadBytes(),
              0,
              first.cancelled() ? first.unreadBytes() : 0,
              0,
              OptionalLong.empty(),
              OptionalLong.empty(),
              streams);
      return new HeapSession(
          state,
          OptionalLong.of(WINDOW),
          OptionalLong.of(WINDOW),
          unaccountedBytes,
          canSendNow,
          pendingCreditBytes,
          isDataInTransit,
          unseenThreadCount,
          isHolderSearchComplete,
          holders,
          unreadBytesWithoutReader,
          requests);
    }
  }

  private static HeapDumpThread thread(long id, boolean untimed) {
    return new HeapDumpThread("t" + id, id, untimed, List.of());
  }

  private static Optional<Verdict> verdict(ThreadActivity activity, SessionBuilder... sessions) {
    List<HeapSession> open = Arrays.stream(sessions).map(SessionBuilder::build).toList();
    return new HeapVerdict(open, ClientResources.unknown(), activity).verdict();
  }

  private static Finding finding(ThreadActivity activity, SessionBuilder... sessions) {
    return verdict(activity, sessions).map(Verdict::finding).orElse(Finding.NO_STALL);
  }

  private static Finding findingWithoutActivity(SessionBuilder session) {
    return finding(ThreadActivity.UNKNOWN, session);
  }

  private static ThreadActivity idleThreads(Long... threads) {
    return new ThreadActivity(SECOND, Set.of(threads), Set.of(), Set.of());
  }

  private static ThreadActivity activeThreads(Long... threads) {
    return new ThreadActivity(SECOND, Set.of(), Set.of(threads), Set.of());
  }

  @Test
  void waitingThreadOnUnreadExhaustedSessionIsHang() {
    assertThat(findingWithoutActivity(new SessionBuilder().awaitedBy(7)))
        .isEqualTo(Finding.STALLED);
    assertThat(findingWithoutActivity(new SessionBuilder())).isEqualTo(Finding.NO_STALL);
  }

  @Test
  void anyDoubtMakesHangOnlyPossible() {
    List<Consumer<SessionBuilder>> doubts =
        List.of(
            session -> session.pendingCreditBytes = 10,
            session -> session.unaccountedBytes = -1,
            session -> session.unreadBytesWithoutReader = 1,
            session -> session.isDataInTransit = true,
            session -> session.unseenThreadCount = 1,
            session -> session.isHolderSearchComplete = false,
            session -> session.holders = List.of(thread(8, false)),
            session -> session.window = session.pendingCreditBytes = 10);
    for (Consumer<SessionBuilder> doubt : doubts) {
      SessionBuilder session = new SessionBuilder().awaitedBy(7);
      doubt.accept(session);
      assertThat(findingWithoutActivity(session)).isEqualTo(Finding.POSSIBLE);
    }
  }

  @Test
  void oneActiveReaderMakesHangOnlyPossible() {
    SessionBuilder session = new SessionBuilder().awaitedBy(7, 8, 9);
    assertThat(finding(activeThreads(8L), session)).isEqualTo(Finding.POSSIBLE);
    Verdict partly = verdict(idleThreads(7L, 8L), session).orElseThrow();
    assertThat(partly.finding()).isEqualTo(Finding.STALLED);
    assertThat(partly.reason()).doesNotContain("did nothing");
    assertThat(verdict(idleThreads(7L, 8L, 9L), session).orElseThrow().reason())
        .endsWith("its reader did nothing in the 1.0 s after the dump");
  }

  @Test
  void holderCountsAsIdleOnlyIfItWaitsForThread() {
    SessionBuilder session = new SessionBuilder().awaitedBy(7);
    session.holders = List.of(thread(8, true), thread(9, false));
    assertThat(finding(idleThreads(7L, 8L, 9L), session)).isEqualTo(Finding.POSSIBLE);
    session.holders = List.of(thread(8, true), thread(9, true));
    assertThat(finding(idleThreads(7L, 8L, 9L), session)).isEqualTo(Finding.STALLED);
    assertThat(finding(idleThreads(7L, 8L), session)).isEqualTo(Finding.POSSIBLE);
  }

  /**
   * A client that reads a response slowly delays a node's merge, and all others that share its
   * session.
   */
  @Test
  void holderWaitingForItsClientMakesHangPossible() {
    SessionBuilder session = new SessionBuilder().awaitedBy(7);
    StackTraceElement write =
        new StackTraceElement("org.eclipse.jetty.server.HttpOutput", "channelWrite", null, -1);
    session.holders = List.of(new HeapDumpThread("t8", 8, true, List.of(write)));
    ThreadActivity unchanged =
        new ThreadActivity(
            12 * SECOND, Set.of(), Set.of(), Set.of(session.build().connectionKey()));
    for (ThreadActivity activity : List.of(idleThreads(7L, 8L), unchanged)) {
      Verdict verdict = verdict(activity, session).orElseThrow();
      assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
      assertThat(verdict.reason()).contains("\"t8\" holds an unread stream").contains("own client");
    }
  }

  /** Jetty's strategy sends credit for more than half a window, but less than that is left. */
  @Test
  void halfWindowOfCancelledStreamsMayHangNextQuery() {
    for (int kept : List.of(499, 500, 900)) {
      StreamState cancelled = new StreamState(1, 0, kept, 0, false, true, Waiting.NO);
      SessionBuilder session = new SessionBuilder().withWindow(WINDOW - kept, cancelled);
      Optional<Verdict> verdict = verdict(ThreadActivity.UNKNOWN, session);
      assertThat(verdict.isPresent()).as("%d bytes", kept).isEqualTo(kept >= 500);
      verdict.ifPresent(
          possible -> {
            assertThat(possible.finding()).isEqualTo(Finding.POSSIBLE);
            assertThat(possible.cause()).contains(StallCause.CANCELLED_STREAMS);
            assertThat(possible.reason())
                .endsWith("more than " + (WINDOW - kept) + " bytes will hang");
          });
    }
  }

  @Test
  void unchangedSessionHangsDespiteHolders() {
    SessionBuilder session = new SessionBuilder().awaitedBy(7);
    session.holders = List.of(thread(8, false));
    session.unaccountedBytes = 5;
    ThreadActivity unchanged =
        new ThreadActivity(
            12 * SECOND, Set.of(), Set.of(), Set.of(session.build().connectionKey()));
    assertThat(verdict(unchanged, session).orElseThrow().reason())
        .endsWith("; not a byte of it had moved for 12.0 s");
    session.remote = "other:8983";
    assertThat(finding(unchanged, session)).isEqualTo(Finding.POSSIBLE);
  }

  /** At a single moment, one request may be in transit. Two dumps or ten seconds show more. */
  @ParameterizedTest
  @CsvSource({
    "1, 500, NO_STALL, POSSIBLE, NO_STALL",
    "2, 500, POSSIBLE, POSSIBLE, NO_STALL",
    "2, 0, NO_STALL, NO_STALL, NO_STALL"
  })
  void requestsWithoutHeadersMayHangDespiteWindow(
      int requests, long window, Finding atOnce, Finding still, Finding moved) {
    StreamState first = new StreamState(1, 0, 500, 0, false, false, Waiting.NO);
    SessionBuilder session = new SessionBuilder().withWindow(window, first);
    session.requestsWithoutHeaders = requests;
    Map<ThreadActivity, Finding> expected =
        Map.of(
            ThreadActivity.UNKNOWN,
            atOnce,
            idleThreads(100L, 101L),
            still,
            activeThreads(100L, 101L),
            moved);
    expected.forEach(
        (activity, finding) -> {
          Optional<Verdict> verdict = verdict(activity, session);
          assertThat(verdict.map(Verdict::finding).orElse(Finding.NO_STALL)).isEqualTo(finding);
          verdict.ifPresent(
              possible -> assertThat(possible.cause()).contains(StallCause.EARLY_CLOSE));
        });
  }

  @Test
  void reportsHangBeforePossibleHang() {
    SessionBuilder possible = new SessionBuilder().awaitedBy(6);
    possible.isDataInTransit = true;
    SessionBuilder hung = new SessionBuilder().awaitedBy(7);
    hung.remote = "hung:8983";
    Verdict verdict = verdict(ThreadActivity.UNKNOWN, possible, hung).orElseThrow();
    assertThat(verdict.finding()).isEqualTo(Finding.STALLED);
    assertThat(verdict.session().orElseThrow().remoteAddress()).isEqualTo("hung:8983");
  }

  @Test
  void blockedServerMayHangUnlessItsClientIsInDump() {
    SessionBuilder server = new SessionBuilder();
    server.role = Role.SERVER;
    server.window = WINDOW;
    server.sendWindow = 0;
    assertThat(findingWithoutActivity(server)).isEqualTo(Finding.NO_STALL);
    server.canSendNow = false;
    assertThat(findingWithoutActivity(server)).isEqualTo(Finding.POSSIBLE);
    SessionBuilder client = new SessionBuilder();
    client.window = WINDOW;
    client.remote = "me:1";
    server.remote = "me:1";
    assertThat(finding(ThreadActivity.UNKNOWN, server, client)).isEqualTo(Finding.NO_STALL);
  }
}
