package io.streambench.diagnose.heap;

import java.util.List;

/** Names of classes in Jetty 10, 11 and 12. A list holds the names of a class in all versions. */
final class JettyNames {
  private static final String HTTP2 = "org.eclipse.jetty.http2.";
  private static final String CLIENT = "org.eclipse.jetty.client.";

  static final String SESSION = HTTP2 + "HTTP2Session";
  static final String STREAM = HTTP2 + "HTTP2Stream";

  /**
   * The name of the class of Jetty 10 and 11 that holds received data until the data is consumed.
   */
  static final String DATA_CALLBACK = HTTP2 + "HTTP2Session$DataCallback";

  /** The counterpart of {@link #DATA_CALLBACK} in Jetty 12.0.0 and 12.0.1. */
  static final String STREAM_DATA_12_0_0 = HTTP2 + "HTTP2Session$StreamData";

  static final String BUFFERING_STRATEGY = HTTP2 + "BufferingFlowControlStrategy";
  static final String WINDOW_UPDATE = HTTP2 + "frames.WindowUpdateFrame";

  static final String LISTENER_10 = CLIENT + "util.InputStreamResponseListener";
  static final String LISTENER_12 = CLIENT + "InputStreamResponseListener";
  static final List<String> LISTENERS = List.of(LISTENER_10, LISTENER_12);

  static final List<String> LISTENER_INPUTS =
      LISTENERS.stream().map(listener -> listener + "$Input").toList();

  /** The names of Jetty's classes that pass response content to a listener. */
  static final List<String> HTTP_RECEIVERS =
      List.of(CLIENT + "HttpReceiver", CLIENT + "transport.HttpReceiver");

  static final List<String> DESTINATIONS =
      List.of(CLIENT + "HttpDestination", CLIENT + "transport.HttpDestination");

  /**
   * The name of this project's wrapper around a flow-control strategy of Jetty, which counts bytes.
   */
  static final String ACCOUNTING_STRATEGY = "io.streambench.flow.recording.AccountingFlowControl";

  /**
   * The name of this project's flow-control strategy that gives session credit when data arrives.
   */
  static final String CREDIT_ON_RECEIPT_STRATEGY = "io.streambench.strategy.JettyFlowControl";

  private JettyNames() {}
}
