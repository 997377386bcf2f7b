package io.streambench.watch;

import io.streambench.analysis.SessionState;
import io.streambench.heap.HungClient;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program to be watched: a client and a server of Jetty 10, with our own accounting, to compare
 * with. Does what it is told on standard input, a word a line, and answers each with a line.
 */
public final class WatchedClient {
  private static final String BRIDGE = "io.streambench.agent.Bridge";

  private WatchedClient() {}

  /** Answers orders until its input ends, and then ends the JVM. */
  public static void main(String[] args) throws Exception {
    HungClient client = new HungClient();
    client.readOne();
    System.out.println("ready");
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      System.out.println(answer(client, order));
    }
    System.exit(0);
  }

  private static String answer(HungClient client, String order) throws Exception {
    switch (order) {
      case "read" -> {
        client.readOne();
        return "read";
      }
      case "hang" -> {
        client.hang("watched-reader");
        return "hangs";
      }
      case "state" -> {
        SessionState state = client.watched();
        return state.id() + " " + state.unreadBytes() + " " + state.unacknowledgedBytes();
      }
      case "hook" -> {
        return hook().get(null) == null ? "none" : "hooked";
      }
      case "calls" -> {
        return Integer.toString(callsOf(client));
      }
      default -> throw new IllegalArgumentException(order);
    }
  }

  /** Finds the field of the class that an agent has put on the boot class path. */
  private static Field hook() throws Exception {
    return Class.forName(BRIDGE, true, null).getField("hook");
  }

  /** Counts the calls of the bridge by Jetty's flow control while an answer is read. */
  private static int callsOf(HungClient client) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    InvocationHandler counting =
        (proxy, method, arguments) -> {
          calls.incrementAndGet();
          return null;
        };
    Field hook = hook();
    hook.set(
        null,
        Proxy.newProxyInstance(
            ClassLoader.getSystemClassLoader(), new Class<?>[] {hook.getType()}, counting));
    try {
      client.readOne();
    } finally {
      hook.set(null, null);
    }
    return calls.get();
  }
}
