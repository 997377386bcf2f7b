package io.streambench.strategy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;

/**
 * Gives credit for the session back when data arrives, and keeps what lies unread in the JVM within
 * a budget of direct memory. A stream begins with a small window, which it keeps whatever happens,
 * so flow control never keeps a reader from what it waits for. What it may have beyond that comes
 * from the {@link UnreadBudget}, by WINDOW_UPDATEs of its own (RFC 9113, 6.9.2 lets them exceed the
 * initial window):
 *
 * <ul>
 *   <li>right after its request as much as answers before it have brought, and a quarter more;
 *   <li>while it is read twice as much each time that a reader who had to wait has read as much as
 *       it may have: it is never allowed much more than it has shown to use.
 * </ul>
 *
 * <p>The initial window is the client's setting; it should be small, since every open stream has it
 * on top of the budget.
 */
public final class BudgetFlowControl extends SessionCreditOnReceipt {
  /** The initial window of a stream, in bytes: HTTP/2's own (RFC 9113, 6.9.2). */
  public static final int STREAM_WINDOW = DEFAULT_WINDOW_SIZE;

  private final Map<IStream, BudgetedStream> streams = new ConcurrentHashMap<>();
  private final AnswerSizes sizes = new AnswerSizes();
  private final UnreadBudget budget;
  private final SessionBuffers buffers;
  private final CreditRate rate;
  private final HeldCredit held;

  /** Serves one session. */
  private BudgetFlowControl(UnreadBudget budget, LongSupplier nanoTime, HeldCredit.Timer timer) {
    this.budget = budget;
    this.buffers = budget.open();
    this.rate = new CreditRate(nanoTime);
    this.held = new HeldCredit(timer, this::sendHeld);
  }

  /** Makes strategies that share a budget, one for each session. */
  public static FlowControlStrategy.Factory sharing(UnreadBudget budget) {
    return sharing(budget, System::nanoTime, HeldCredit::later);
  }

  static FlowControlStrategy.Factory sharing(
      UnreadBudget budget, LongSupplier nanoTime, HeldCredit.Timer timer) {
    return () -> new BudgetFlowControl(budget, nanoTime, timer);
  }

  @Override
  void created(IStream stream) {
    streams.put(
        stream, new BudgetedStream(stream, initialStreamWindow(), budget, buffers, sizes, rate));
  }

  @Override
  void destroyed(IStream stream) {
    BudgetedStream known = streams.remove(stream);
    if (known != null) {
      known.destroyed();
    }
  }

  @Override
  void sending(IStream stream) {
    BudgetedStream known = known(stream);
    if (known != null) {
      send(stream.getSession(), stream, known.asked());
    }
  }

  @Override
  void received(ISession session, IStream stream, int length) {
    BudgetedStream known = known(stream);
    // First: its reader may be told of it at any moment.
    int credit = known == null ? 0 : known.received(session, length);
    super.received(session, stream, length);
    send(session, stream, credit);
  }

  @Override
  void consumed(ISession session, IStream stream, int length) {
    leaves(length);
    BudgetedStream known = known(stream);
    if (known == null) {
      return;
    }
    send(session, stream, known.consumed(length));
    if (known.holds()) {
      held.watch();
    }
  }

  /** Sends what was held back and is needed; returns whether more is. */
  private boolean sendHeld() {
    boolean more = false;
    for (Map.Entry<IStream, BudgetedStream> entry : streams.entrySet()) {
      IStream stream = entry.getKey();
      send(stream.getSession(), stream, entry.getValue().heldBack());
      more |= entry.getValue().holds();
    }
    return more;
  }

  private static void send(ISession session, IStream stream, int credit) {
    if (credit > 0) {
      JettyFrames.credit(session, stream, credit);
    }
  }

  private BudgetedStream known(IStream stream) {
    return stream == null ? null : streams.get(stream);
  }
}
