package io.streambench.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.eventlog.JettyLogReader;
import io.streambench.eventlog.LoggedEnd;
import io.streambench.eventlog.Sessions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.Frame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests what a real Jetty server says to a request on a connection that it closes for its frames.
 */
@Timeout(60)
class TooManyFramesTest {
  /** More than the 128 a second that Jetty allows. */
  private static final int MANY = 300;

  private static final int MOST_BURSTS = 30;
  private static final int RESPONSE = 300_000;

  /** The id of the second request of a connection. */
  private static final int ENDED = 3;

  private volatile ISession session;

  private FlowControlStrategy keepingTheSession() {
    return new BufferingFlowControlStrategy(0.5f) {
      @Override
      public void onStreamCreated(IStream stream) {
        session = stream.getSession();
        super.onStreamCreated(stream);
      }
    };
  }

  /**
   * The ends that are read from the failure of an answer, which waits for its window: between two
   * writes it would get a failure that says less.
   */
  private List<LoggedEnd> endsAfter(Frame frame) throws Exception {
    try (H2cServer server =
        new H2cServer(
            new FlowControlMonitor(),
            10 * RESPONSE,
            FlowControlStrategy.DEFAULT_WINDOW_SIZE,
            RESPONSE,
            this::keepingTheSession)) {
      InputStream unread = server.request();
      try (InputStream ended = server.request()) {
        assertThat(ended.readAllBytes()).hasSize(RESPONSE);
      }
      for (int burst = 0; burst < MOST_BURSTS; burst++) {
        for (int i = 0; i < MANY; i++) {
          session.frames(null, List.of(frame), Callback.NOOP);
        }
        try {
          return ends(server.failure().get(1, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
          // A slow machine has spread them over more than the second in which they count.
        }
      }
      throw new TimeoutException("the server allowed all frames, unread: " + unread.available());
    }
  }

  private static List<LoggedEnd> ends(IOException failure) throws IOException {
    StringWriter log = new StringWriter();
    failure.printStackTrace(new PrintWriter(log, true));
    try (JettyLogReader reader =
        new JettyLogReader(
            new ByteArrayInputStream(log.toString().getBytes(StandardCharsets.UTF_8)),
            new Sessions())) {
      assertThat(reader.next()).isNull();
      assertThat(reader.counts().ends()).as(log.toString()).isNotEmpty();
      return reader.counts().ends();
    }
  }

  @Test
  void tooManyResetsAreReadFromItsException() throws Exception {
    assertThat(endsAfter(new ResetFrame(ENDED, ErrorCode.CANCEL_STREAM_ERROR.code)))
        .extracting(LoggedEnd::kind)
        .containsExactly(LoggedEnd.Kind.RESET_RATE);
  }

  @Test
  void tooManyWindowUpdatesAreReadFromItsException() throws Exception {
    assertThat(endsAfter(new WindowUpdateFrame(ENDED, 1)))
        .extracting(LoggedEnd::kind)
        .containsExactly(LoggedEnd.Kind.WINDOW_UPDATE_RATE);
  }
}
