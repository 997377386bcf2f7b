package io.streambench.eventlog;

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

/**
 * The events of a recording, as Java Flight Recorder knows them. One event tells of a session and,
 * where a stream is concerned, of that stream as well; windows are those after the change. A
 * session's role and addresses are in {@link SessionOpened} and, once a second, in {@link
 * SessionState}: the others name it by its identifier alone, so that they stay small.
 */
public final class Recorded {
  /**
   * Version of this set of events; in {@link Recorder} of every recording. Since 4 receive windows
   * are Jetty's own; before, credit was counted when its frame was written.
   */
  public static final int FORMAT_VERSION = 4;

  /** The beginning of the names of all these events. */
  public static final String PREFIX = "streambench.";

  private static final String CATEGORY = "HTTP/2 flow control";

  private Recorded() {}

  /** The common part of events of a session: which session it is. */
  @StackTrace(false)
  @Enabled(false)
  public abstract static class OfSession extends Event {
    @Label("Session")
    @Description("Hash of the session, in hexadecimal what Jetty's log prints behind the @")
    @MemoryAddress
    public long session;

    @Label("Server")
    @Description("Whether this end of the connection is the server")
    public boolean server;
  }

  /** A change of what this end may receive. */
  public abstract static class Receiving extends OfSession {
    @Label("Stream")
    @Description("Stream identifier; 0 for the session itself")
    public int stream;

    @Label("Bytes")
    @DataAmount
    public int bytes;

    @Label("Session Receive Window")
    @DataAmount
    public long sessionWindow;

    @Label("Session Unread")
    @Description("Received and not consumed, on all streams")
    @DataAmount
    public long sessionUnread;

    @Label("Session Unacknowledged")
    @Description("Consumed, credit not yet given back")
    @DataAmount
    public long sessionUnacknowledged;

    @Label("Stream Receive Window")
    @DataAmount
    public long streamWindow;

    @Label("Stream Unread")
    @DataAmount
    public long streamUnread;

    @Label("Stream Unacknowledged")
    @DataAmount
    public long streamUnacknowledged;
  }

  /** A change of what this end may send. */
  public abstract static class Sending extends OfSession {
    @Label("Stream")
    @Description("Stream identifier; 0 for the session itself")
    public int stream;

    @Label("Bytes")
    @DataAmount
    public int bytes;

    @Label("Session Send Window")
    @DataAmount
    public long sessionWindow;

    @Label("Stream Send Window")
    @DataAmount
    public long streamWindow;
  }

  /** Whose a session is. */
  public abstract static class Described extends OfSession {
    @Label("Owner")
    @Description("The client it belongs to, or the node")
    public String owner;

    @Label("Local Address")
    public String local;

    @Label("Remote Address")
    public String remote;

    @Label("Receive Window")
    @DataAmount
    public long receiveWindow;

    @Label("Send Window")
    @DataAmount
    public long sendWindow;

    @Label("Unread")
    @DataAmount
    public long unread;

    @Label("Unacknowledged")
    @DataAmount
    public long unacknowledged;
  }

  /** A session showed itself. */
  @Category(CATEGORY)
  @Name(PREFIX + "SessionOpened")
  @Label("Session Opened")
  public static final class SessionOpened extends Described {}

  /** A session has ended. */
  @Category(CATEGORY)
  @Name(PREFIX + "SessionClosed")
  @Label("Session Closed")
  public static final class SessionClosed extends OfSession {}

  /** The state of an open session; comes once a second, even while nothing moves. */
  @Category(CATEGORY)
  @Name(PREFIX + "SessionState")
  @Label("Session State")
  @Period("1 s")
  public static final class SessionState extends Described {
    @Label("Exhausted For")
    @Description("How long the receive window has been used up, in milliseconds; 0 if it is not")
    public long exhaustedMillis;

    @Label("May Not Send For")
    @Description("How long the send window has been used up, in milliseconds; 0 if it is not")
    public long stalledMillis;
  }

  /** The state of a stream that is open or holds unread bytes; comes with its session's state. */
  @Category(CATEGORY)
  @Name(PREFIX + "StreamState")
  @Label("Stream State")
  public static final class StreamState extends OfSession {
    @Label("Stream")
    public int stream;

    @Label("Receive Window")
    @DataAmount
    public long receiveWindow;

    @Label("Unread")
    @DataAmount
    public long unread;

    @Label("Unacknowledged")
    @DataAmount
    public long unacknowledged;

    @Label("Remotely Closed")
    @Description("Whether its last byte has been received")
    public boolean remotelyClosed;

    @Label("Cancelled")
    @Description("Whether either end has reset it. Since version 3")
    public boolean cancelled;
  }

  /** A stream came into being. */
  @Category(CATEGORY)
  @Name(PREFIX + "StreamOpened")
  @Label("Stream Opened")
  public static final class StreamOpened extends Receiving {}

  /** A stream is over; what was received of it may still lie unread. */
  @Category(CATEGORY)
  @Name(PREFIX + "StreamClosed")
  @Label("Stream Closed")
  public static final class StreamClosed extends Receiving {
    @Label("Cancelled")
    @Description("Whether either end has reset it. Since version 3")
    public boolean cancelled;
  }

  /** DATA arrived: a frame or a part of one, or two of these that followed each other. */
  @Category(CATEGORY)
  @Name(PREFIX + "DataReceived")
  @Label("Data Received")
  public static final class DataReceived extends Receiving {
    @Label("First Bytes")
    @Description("Of the bytes, those that came first; 0 if all came at once. Since version 2")
    @DataAmount
    public int firstBytes;
  }

  /** The application has read, once or several times since this was last told of the stream. */
  @Category(CATEGORY)
  @Name(PREFIX + "DataConsumed")
  @Label("Data Consumed")
  public static final class DataConsumed extends Receiving {}

  /** Credit went out. */
  @Category(CATEGORY)
  @Name(PREFIX + "WindowUpdateSent")
  @Label("WINDOW_UPDATE Sent")
  public static final class WindowUpdateSent extends Receiving {}

  /** A DATA frame is on its way out. */
  @Category(CATEGORY)
  @Name(PREFIX + "DataSent")
  @Label("Data Sent")
  public static final class DataSent extends Sending {}

  /** Credit came in. */
  @Category(CATEGORY)
  @Name(PREFIX + "WindowUpdateReceived")
  @Label("WINDOW_UPDATE Received")
  public static final class WindowUpdateReceived extends Sending {}

  /** A send window is used up. Comes when that happens, not when it is over. */
  @Category(CATEGORY)
  @Name(PREFIX + "Stalled")
  @Label("Stalled")
  public static final class Stalled extends Sending {}

  /** A send window is open again. */
  @Category(CATEGORY)
  @Name(PREFIX + "Resumed")
  @Label("Resumed")
  public static final class Resumed extends Sending {}

  /** The event of the recorder itself; comes once a second. */
  @Category(CATEGORY)
  @Name(PREFIX + "Recorder")
  @Label("Recorder")
  @StackTrace(false)
  @Enabled(false)
  @Period("1 s")
  public static final class Recorder extends Event {
    @Label("Format Version")
    public int formatVersion;

    @Label("Events Made")
    @Description("Since it began; a recording that holds fewer has dropped the others")
    public long eventsMade;
  }
}
