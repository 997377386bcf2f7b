package io.streambench.heap;

/**
 * The names of Jetty's classes that are looked for. Those of Jetty 10 and 11 are the same; 12 moved
 * some of them. Read in the sources of 10.0.26, 11.0.24, 12.0.34 and 12.1.5.
 */
final class JettyNames {
  private static final String HTTP2 = "org.eclipse.jetty.http2.";
  private static final String CLIENT = "org.eclipse.jetty.client.";

  static final String SESSION = HTTP2 + "HTTP2Session";
  static final String STREAM = HTTP2 + "HTTP2Stream";

  /** Lives, in 10 and 11, from the arrival of data until it is consumed. */
  static final String DATA_CALLBACK = HTTP2 + "HTTP2Session$DataCallback";

  /** The same in 12.0.0 and 12.0.1. */
  static final String STREAM_DATA_12_0_0 = HTTP2 + "HTTP2Session$StreamData";

  static final String BUFFERING = HTTP2 + "BufferingFlowControlStrategy";
  static final String WINDOW_UPDATE = HTTP2 + "frames.WindowUpdateFrame";

  static final String LISTENER = CLIENT + "util.InputStreamResponseListener";
  static final String LISTENER_12 = CLIENT + "InputStreamResponseListener";

  /** Behind the name of either: what a reader reads from. */
  static final String INPUT = "$Input";

  /** Hands content on to a listener, up to Jetty 11. */
  static final String HTTP_RECEIVER = CLIENT + "HttpReceiver";

  /** The same in Jetty 12. */
  static final String HTTP_RECEIVER_12 = CLIENT + "transport.HttpReceiver";

  static final String DESTINATION = CLIENT + "HttpDestination";
  static final String DESTINATION_12 = CLIENT + "transport.HttpDestination";

  /** Ours: keeps account for a strategy of Jetty's. */
  static final String ACCOUNTING = "io.streambench.recording.AccountingFlowControl";

  /** Ours: session credit is given when data arrives. */
  static final String ON_RECEIPT = "io.streambench.strategy.JettyFlowControl";

  private JettyNames() {}
}
