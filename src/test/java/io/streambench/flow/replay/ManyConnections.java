package io.streambench.flow.replay;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.events.Role;
import io.streambench.flow.events.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that replays the log of 500 connections with 5,000 streams each, all at the same time,
 * from servers and clients. Its heap size limits the memory. Every tenth stream of a client is
 * reset, which a log does not show.
 */
final class ManyConnections {
  private static final int CONNECTIONS = 500;
  private static final int STREAMS = 5000;

  private ManyConnections() {}

  public static void main(String[] args) {
    FlowControlReplay replay = new FlowControlReplay(Duration.ofSeconds(10), Duration.ZERO, 0.5);
    List<Session> sessions = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      Role role = i % 2 == 0 ? Role.CLIENT : Role.SERVER;
      sessions.add(new Session(Integer.toHexString(i), role, "", "10.0.0.1:" + i, "10.0.0.2:1"));
    }
    long nanos = 0;
    for (int i = 0; i < STREAMS; i++) {
      int stream = 2 * i + 1;
      for (Session session : sessions) {
        nanos += 1000;
        if (session.role() == Role.SERVER) {
          replay.accept(event(nanos, session, stream, EventCause.STATE, UNKNOWN, 1000));
          replay.accept(event(nanos, session, stream, EventCause.DATA_SENT, 100, i % 2 * 100L));
        } else {
          replay.accept(event(nanos, session, stream, EventCause.DATA_RECEIVED, 100, 900));
          replay.accept(event(nanos, session, stream, EventCause.DATA_CONSUMED, 100, UNKNOWN));
          if (i % 10 > 0) {
            replay.accept(event(nanos, session, stream, EventCause.REMOTELY_CLOSED, 0, UNKNOWN));
          }
        }
      }
    }
    Diagnosis diagnosis = replay.finish(nanos, ReadCounts.NONE);
    System.out.println(diagnosis.sessions().size() + " sessions");
  }

  private static FlowControlEvent event(
      long nanos, Session session, int stream, EventCause cause, long bytes, long after) {
    long unacknowledged = cause == EventCause.DATA_CONSUMED ? 100 : UNKNOWN;
    return Events.logged(nanos, session, stream, cause, bytes, after, unacknowledged, 500);
  }
}
