package io.streambench.watch;

import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import io.streambench.agent.Bridge;
import io.streambench.live.Jetty;
import java.lang.instrument.Instrumentation;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.utility.JavaModule;

/** The calls of {@link Bridge}, copied into methods of Jetty 10 to 12; all can be undone. */
final class Advices {
  private Advices() {}

  /** Takes them out again; tells the refusals if that cannot be done. */
  static void remove(
      ResettableClassFileTransformer transformer,
      Instrumentation instrumentation,
      Refusals refusals) {
    boolean known =
        transformer.reset(
            instrumentation,
            AgentBuilder.RedefinitionStrategy.RETRANSFORMATION,
            AgentBuilder.RedefinitionStrategy.DiscoveryStrategy.SinglePass.INSTANCE,
            refusals);
    if (!known) {
      refusals.reason.set(new IllegalStateException("the calls are not there"));
    }
  }

  /** Puts them in, wherever Jetty is loaded now or will be. */
  static ResettableClassFileTransformer install(
      Instrumentation instrumentation, Refusals refusals) {
    return new AgentBuilder.Default(new ByteBuddy())
        .disableClassFormatChanges()
        .ignore(not(nameStartsWith(Jetty.HTTP2))) // by name: no other class is even parsed
        .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
        .with((AgentBuilder.RedefinitionStrategy.Listener) refusals)
        .with((AgentBuilder.Listener) refusals)
        .type(named(Jetty.ABSTRACT_STRATEGY))
        .transform((type, of, loader, module, domain) -> common(type, of))
        .type(named(Jetty.BUFFERING).or(named(Jetty.SIMPLE)))
        .transform(
            (type, of, loader, module, domain) ->
                type.visit(on(of, Consumed.class, "onDataConsumed", 3)))
        .installOn(instrumentation);
  }

  private static DynamicType.Builder<?> common(DynamicType.Builder<?> type, TypeDescription of) {
    return type.visit(on(of, Opened.class, "onStreamCreated", 1))
        .visit(on(of, Closed.class, "onStreamDestroyed", 1))
        .visit(on(of, InitialWindow.class, "updateInitialStreamWindow", 3))
        .visit(on(of, Received.class, "onDataReceived", 3))
        .visit(on(of, Credited.class, "windowUpdate", 3))
        .visit(on(of, Allowed.class, "onWindowUpdate", 3))
        .visit(on(of, Sent.class, "onDataSending", 2));
  }

  private static AsmVisitorWrapper on(
      TypeDescription of, Class<?> advice, String method, int arguments) {
    return Advice.to(advice).on(named(method).and(takesArguments(arguments)).and(isDeclaredBy(of)));
  }

  // Each is copied into Jetty's method, with its local variables; it may name Bridge alone.

  static final class Opened {
    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object strategy, @Advice.Argument(0) Object stream) {
      Bridge.Hook hook = Bridge.hook;
      if (hook != null) {
        hook.opened(strategy, stream);
      }
    }
  }

  static final class Closed {
    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object strategy, @Advice.Argument(0) Object stream) {
      Bridge.Hook hook = Bridge.hook;
      if (hook != null) {
        hook.closed(strategy, stream);
      }
    }
  }

  static final class InitialWindow {
    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.This Object strategy,
        @Advice.Argument(0) Object session,
        @Advice.Argument(1) int bytes,
        @Advice.Argument(2) boolean local) {
      Bridge.Hook hook = Bridge.hook;
      if (hook != null) {
        hook.initialWindow(strategy, session, bytes, local);
      }
    }
  }

  static final class Received {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(
        @Advice.This Object strategy,
        @Advice.Argument(0) Object session,
        @Advice.Argument(1) Object stream,
        @Advice.Argument(2) int bytes) {
      Bridge.Hook hook = Bridge.hook;
      return hook == null ? null : hook.receiving(strategy, session, stream, bytes);
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.Enter Object receiving,
        @Advice.This Object strategy,
        @Advice.Argument(0) Object session,
        @Advice.Argument(2) int bytes) {
      Bridge.Hook hook = Bridge.hook;
      if (hook != null) {
        hook.received(strategy, session, receiving, bytes);
      }
    }
  }

  static final class Consumed {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(
        @Advice.This Object strategy,
        @Advice.Argument(0) Object session,
        @Advice.Argument(1) Object stream,
        @Advice.Argument(2) int bytes) {
      Bridge.Hook hook = Bridge.hook;
      if (hook != null) {
        hook.consumed(strategy, session, stream, bytes);
      }
    }
  }

  static final class Credited {
    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.This Object strategy,
        @Advice.Argument(0) Object session,
        @Advice.Argument(1) Object stream,
        @Advice.Argument(2) Object frame) {
      Bridge.Hook hook = Bridge.hook;
      if (hook != null) {
        hook.credited(strategy, session, stream, frame);
      }
    }
  }

  static final class Allowed {
    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.This Object strategy,
        @Advice.Argument(0) Object session,
        @Advice.Argument(1) Object stream,
        @Advice.Argument(2) Object frame) {
      Bridge.Hook hook = Bridge.hook;
      if (hook != null) {
        hook.allowed(strategy, session, stream, frame);
      }
    }
  }

  static final class Sent {
    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.This Object strategy,
        @Advice.Argument(0) Object stream,
        @Advice.Argument(1) int bytes) {
      Bridge.Hook hook = Bridge.hook;
      if (hook != null) {
        hook.sent(strategy, stream, bytes);
      }
    }
  }

  /** Remembers that a class of Jetty's could not be changed, or changed back. */
  static final class Refusals extends AgentBuilder.Listener.Adapter
      implements AgentBuilder.RedefinitionStrategy.Listener {
    final AtomicReference<Throwable> reason = new AtomicReference<>();

    @Override
    public void onError(
        String type, ClassLoader loader, JavaModule module, boolean loaded, Throwable failure) {
      if (type.startsWith(Jetty.HTTP2)) {
        reason.set(failure);
      }
    }

    @Override
    public void onBatch(int index, List<Class<?>> batch, List<Class<?>> types) {}

    @Override
    public Iterable<? extends List<Class<?>>> onError(
        int index, List<Class<?>> batch, Throwable failure, List<Class<?>> types) {
      reason.set(failure);
      return Collections.emptyList();
    }

    @Override
    public void onComplete(
        int amount, List<Class<?>> types, Map<List<Class<?>>, Throwable> failures) {}
  }
}
