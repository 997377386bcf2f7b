package io.streambench.flow.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** The events of a recording. Only {@link Session} has addresses, to keep other events small. */
public final class JfrEvents {
  /** The version of the recording format. Versions 1 to 4 were never published. */
  public static final int FORMAT_VERSION = 5;

  public static final String EVENT_NAME_PREFIX = "streambench.";

  private static final String CATEGORY = "HTTP/2 flow control";

  private JfrEvents() {}

  @Category(CATEGORY)
  @StackTrace(false)
  @Enabled(false)
  public abstract static class SessionEvent extends Event {
    @Description("Hash of the session, in hexadecimal what Jetty's log prints behind the @")
    @MemoryAddress
    public long session;

    @Description("Whether this end of the connection is the server")
    public boolean server;

    @Description(
        "0 opened, 1 remotely closed, 2 closed, 3 reset, 4 DATA received, 5 DATA consumed, 6 DATA"
            + " sent, 7 WINDOW_UPDATE sent, 8 WINDOW_UPDATE received, 9 send window used up, 10"
            + " send window open again, 11 state")
    public int cause;
  }

  /**
   * A change of a session or stream, with the windows after the change. Also reports the state of
   * each stream once per second.
   */
  @Name(EVENT_NAME_PREFIX + "FlowControl")
  @Label("Flow Control")
  public static final class FlowControl extends SessionEvent {
    @Description("Stream identifier; 0 for the session itself")
    public int stream;

    @DataAmount public int bytes;

    @Description("Of bytes received, those that came first; 0 if all came at once")
    @DataAmount
    public int firstBytes;

    @Description("The receive window; for causes 6 and 8 to 10 the send window")
    @DataAmount
    public long sessionWindow;

    @Description("Received and not consumed, on all streams")
    @DataAmount
    public long sessionUnread;

    @Description("Consumed, credit not yet given back")
    @DataAmount
    public long sessionUnacknowledged;

    @DataAmount public long streamWindow;

    @DataAmount public long streamUnread;

    @DataAmount public long streamUnacknowledged;
  }

  /** The state of a session, emitted when it opens and once per second. */
  @Name(EVENT_NAME_PREFIX + "Session")
  @Label("Session")
  @Period("1 s")
  public static final class Session extends SessionEvent {
    @Description("The client it belongs to, or the node")
    public String owner;

    @Label("Local Address")
    public String local;

    @Label("Remote Address")
    public String remote;

    @DataAmount public long receiveWindow;

    @DataAmount public long sendWindow;

    @DataAmount public long unread;

    @DataAmount public long unacknowledged;

    @Label("Exhausted For")
    @Description("How long the receive window has been used up, in milliseconds; 0 if it is not")
    public long exhaustedMillis;

    @Label("May Not Send For")
    @Description("How long the send window has been used up, in milliseconds; 0 if it is not")
    public long stalledMillis;
  }

  /** The state of the recorder, emitted once per second. */
  @Category(CATEGORY)
  @Name(EVENT_NAME_PREFIX + "Recorder")
  @Label("Recorder")
  @StackTrace(false)
  @Enabled(false)
  @Period("1 s")
  public static final class Recorder extends Event {
    public int formatVersion;

    @Description("Since it began; a recording that holds fewer has dropped the others")
    public long eventsMade;
  }
}
