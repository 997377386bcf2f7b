package io.streambench.heap;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** A thread with what its frames refer to; or a queue of tasks, which some thread will hold. */
record HeapThread(HeapObject thread, DumpedThread shown, List<HeapObject> locals) {
  private static final String VIRTUAL = "java.lang.BaseVirtualThread";

  /** A bit of JVMTI's thread status: it waits until another thread wakes it. */
  private static final long WAITS_WITHOUT_LIMIT = 0x10;

  static HeapThread of(HeapObject thread, StackTraceElement[] stack) {
    boolean virtual = thread.is(VIRTUAL);
    HeapObject holder = thread.ref("holder"); // since JDK 19
    HeapObject at = holder == null ? thread : holder;
    return new HeapThread(
        thread,
        new DumpedThread(
            thread.text("name").orElse("?"),
            virtual ? -1 : thread.number("tid", -1),
            (at.number("threadStatus", 0) & WAITS_WITHOUT_LIMIT) != 0,
            stack == null ? List.of() : List.of(stack)),
        new ArrayList<>());
  }

  /** Returns whether a variable, a field or a thread-local map of it is one of these. */
  boolean holdsOneOf(Set<HeapObject> objects) {
    return thread.refersToOneOf(objects) || locals.stream().anyMatch(objects::contains);
  }

  boolean isIn(Predicate<StackTraceElement> frame) {
    return shown.stack().stream().anyMatch(frame);
  }
}
