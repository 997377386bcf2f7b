package io.streambench.strategy;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * The strategies by which the HTTP/2 clients of the JVM give credit back. Each has a class, and a
 * constant here that says all that others ask of it.
 */
public enum FlowControlKind {
  /** Jetty's own: when data is consumed, and then only once there is enough of it. */
  BUFFERING(BufferingFlowControlStrategy.class, false, Windows.ASKED, FlowControlKind::jettys),

  /** Session credit when data arrives, and stream credit when it is consumed. */
  ON_RECEIPT(
      OnReceiptFlowControl.class,
      true,
      Windows.ASKED,
      (settings, present) -> OnReceiptFlowControl::new),

  /** Jetty's own, with the largest session window that there is. */
  UNBOUNDED_SESSION(
      BufferingFlowControlStrategy.class,
      false,
      Windows.ownSession(Integer.MAX_VALUE),
      FlowControlKind::jettys),

  /**
   * The credit of {@link #ON_RECEIPT}, with a budget of direct memory for unread data in the JVM.
   */
  BUDGET(
      BudgetFlowControl.class,
      true,
      Windows.own(BudgetFlowControl.STREAM_WINDOW, BudgetFlowControl.SESSION_WINDOW),
      (settings, present) ->
          BudgetFlowControl.sharing(JvmBudget.get(settings.directMemoryBudgetBytes())));

  /** The names of earlier versions, which a script may still have. */
  private static final Set<String> RETIRED = Set.of("simple", "proportional", "adaptive");

  /** The name of the parameter. */
  public static final String NAME = "flowControl";

  private final Class<? extends FlowControlStrategy> strategy;
  private final boolean keepsStreamsApart;
  private final Windows windows;
  private final BiFunction<
          StrategySettings, FlowControlStrategy.Factory, FlowControlStrategy.Factory>
      strategies;

  /**
   * The windows that a client begins with, in bytes; empty for its own.
   *
   * @param mayAskStream whether somebody may ask for another stream window
   * @param mayAskSession the same of the session
   */
  private record Windows(
      OptionalInt stream, OptionalInt session, boolean mayAskStream, boolean mayAskSession) {
    private static final OptionalInt ITS_OWN = OptionalInt.empty();

    static final Windows ASKED = new Windows(ITS_OWN, ITS_OWN, true, true);

    static Windows ownSession(int session) {
      return new Windows(ITS_OWN, OptionalInt.of(session), true, false);
    }

    static Windows own(int stream, int session) {
      return new Windows(OptionalInt.of(stream), OptionalInt.of(session), false, false);
    }
  }

  FlowControlKind(
      Class<? extends FlowControlStrategy> strategy,
      boolean keepsStreamsApart,
      Windows windows,
      BiFunction<StrategySettings, FlowControlStrategy.Factory, FlowControlStrategy.Factory>
          strategies) {
    this.strategy = strategy;
    this.keepsStreamsApart = keepsStreamsApart;
    this.windows = windows;
    this.strategies = strategies;
  }

  private static FlowControlStrategy.Factory jettys(
      StrategySettings settings, FlowControlStrategy.Factory present) {
    if (settings.bufferRatio().isEmpty()) {
      return present;
    }
    float ratio = (float) settings.bufferRatio().getAsDouble();
    return () -> new BufferingFlowControlStrategy(ratio);
  }

  /** The one of that name, as it is typed; empty if there is none. */
  public static Optional<FlowControlKind> named(String text) {
    return Arrays.stream(values()).filter(kind -> kind.toString().equals(text.strip())).findFirst();
  }

  /** The rule that a name broke, with all names that there are. */
  public static String rule(String text) {
    String names =
        Arrays.stream(values()).map(FlowControlKind::toString).collect(Collectors.joining(", "));
    return "be one of "
        + names
        + (RETIRED.contains(text.strip()) ? " (" + text.strip() + " was retired with 0.3)" : "");
  }

  /** The one that a strategy of a client is of; empty for somebody else's. */
  public static Optional<FlowControlKind> of(FlowControlStrategy strategy, int sessionWindow) {
    return Arrays.stream(values())
        .filter(kind -> kind.strategy == strategy.getClass())
        .filter(kind -> kind != UNBOUNDED_SESSION || sessionWindow == Integer.MAX_VALUE)
        .reduce((first, second) -> second); // of Jetty's two, the one with the narrower condition
  }

  /** Makes the strategies that the settings ask for, where a client makes those of present now. */
  FlowControlStrategy.Factory strategies(
      StrategySettings settings, FlowControlStrategy.Factory present) {
    return strategies.apply(settings, present);
  }

  /** Sets the windows that connections will begin with, unless the settings ask for others. */
  void setWindows(HTTP2Client http2) {
    windows.stream().ifPresent(http2::setInitialStreamRecvWindow);
    windows.session().ifPresent(http2::setInitialSessionRecvWindow);
  }

  /** Returns whether a stream window may be asked for. */
  public boolean takesStreamWindow() {
    return windows.mayAskStream();
  }

  /** Returns whether a session window may be asked for. */
  public boolean takesSessionWindow() {
    return windows.mayAskSession();
  }

  /** Returns whether a budget of direct memory may be asked for. */
  public boolean takesBudget() {
    return this == BUDGET;
  }

  /** Returns whether it is Jetty's own strategy, which has a buffer ratio. */
  public boolean takesBufferRatio() {
    return strategy == BufferingFlowControlStrategy.class;
  }

  /** Returns whether with it a stream that nobody reads takes no window from others. */
  public boolean keepsStreamsApart() {
    return keepsStreamsApart;
  }

  /** The name as it is typed in a setting. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
