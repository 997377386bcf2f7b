package io.streambench.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.SessionState;
import io.streambench.analysis.StreamState;
import io.streambench.analysis.Waiting;
import io.streambench.eventlog.Role;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real Jetty, whose fields are asked for the thread that waits. */
@Timeout(60)
class StreamReaderTest {
  private static final int STREAM_WINDOW = 65_536;
  private static final int SESSION_WINDOW = 2 * STREAM_WINDOW;
  private static final int RESPONSE = 1_000_000;

  private final FlowControlMonitor monitor = new FlowControlMonitor();

  private SessionState session() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT).get(0);
  }

  private Map<Integer, Waiting> readers() {
    return session().streams().stream()
        .collect(Collectors.toMap(StreamState::id, StreamState::waiting));
  }

  @Test
  void ofTwoHungryStreamsTheOneIsKnownForWhichAReaderWaits() throws Exception {
    try (H2cServer server = new H2cServer(monitor, SESSION_WINDOW, STREAM_WINDOW, RESPONSE)) {
      server.request();
      server.request();
      while (!session().exhausted()) {
        Thread.onSpinWait();
      }
      InputStream wanted = server.request();
      server.request();
      assertThat(session().hungryStreams()).extracting(StreamState::id).containsExactly(5, 7);
      assertThat(readers().values()).doesNotContain(Waiting.YES);
      CompletableFuture<Integer> reading =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return wanted.read();
                } catch (java.io.IOException e) {
                  return -1;
                }
              });
      while (readers().get(5) != Waiting.YES) {
        Thread.onSpinWait();
      }
      assertThat(readers())
          .containsEntry(1, Waiting.NO)
          .containsEntry(3, Waiting.NO)
          .containsEntry(7, Waiting.NO);
      assertThat(session().starvedStreams()).extracting(StreamState::id).containsExactly(5);
      assertThat(reading).isNotDone();
    }
  }
}
