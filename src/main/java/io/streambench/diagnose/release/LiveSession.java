package io.streambench.diagnose.release;

import io.streambench.diagnose.live.SessionSnapshot;
import java.util.List;
import java.util.Set;

/** Operations on a live session of Jetty. */
interface LiveSession {
  boolean hasEnded();

  /** Returns the session window. This method is much faster than {@link #snapshot}. */
  int window();

  SessionSnapshot snapshot();

  /** Returns the names of the threads that wait for data of a stream. */
  List<String> readers();

  void giveCredit(int bytes) throws ReflectiveOperationException;

  /** Returns whether any of {@code streams} that was open at the first snapshot has been reset. */
  boolean isAnyReset(Set<Integer> streams);

  /** Records the read progress of the streams that were open at the first snapshot. */
  void markReadProgress();

  /** Returns the streams that have certainly been read since {@link #markReadProgress}. */
  Set<Integer> streamsReadSinceMark();

  /** Restores lost session window by counting the given number of unread bytes as read. */
  void restoreWindow(int bytes) throws ReflectiveOperationException;

  /**
   * Describes what streams have waited for since {@link #markReadProgress}, other than session
   * window; empty if there were no such waits.
   */
  String otherWaits();
}
