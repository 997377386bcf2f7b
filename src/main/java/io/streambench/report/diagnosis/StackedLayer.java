package io.streambench.report.diagnosis;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One area of several that lie upon each other. XChart does not stack areas, so that each is a
 * polygon: along its upper edge, and back along its lower one. Each value holds until the next, the
 * last one until the end.
 *
 * @param named whether the legend has room for its name
 * @param from the step at which it begins
 * @param bottom in MiB at each step, and at the end
 * @param top in MiB at each step, and at the end
 */
record StackedLayer(
    String name, Color colour, boolean named, int from, List<Double> bottom, List<Double> top) {
  static final double MIB = 1 << 20;

  /** The colours of streams, as in the style sheet of the page. */
  private static final List<Color> STREAMS =
      List.of(
          new Color(0x332288),
          new Color(0x88ccee),
          new Color(0x117733),
          new Color(0xddcc77),
          new Color(0x882255),
          new Color(0x44aa99),
          new Color(0xaa4499),
          new Color(0x999933));

  private static final Color UNACKNOWLEDGED = new Color(0xc3c9d1);
  private static final Color REST = new Color(0x8b94a0);
  private static final int MAX_NAMED = 16;

  /** The layers that used a session's receive window up, the topmost first, as a legend reads. */
  static List<StackedLayer> of(SessionView view) {
    List<StackedLayer> stack = new ArrayList<>();
    List<StreamLane> lanes = view.lanes();
    Set<StreamLane> named = named(lanes);
    int unnamed = lanes.size() - named.size();
    for (int lane = 0; lane < lanes.size(); lane++) {
      StreamLane stream = lanes.get(lane);
      String name = "stream " + stream.id() + (stream.starved() ? ": starved" : "");
      boolean shown = named.contains(stream);
      if (!shown && unnamed > 0) {
        name = unnamed + (named.isEmpty() ? " streams" : " more streams"); // one stands for all
        unnamed = 0;
        shown = true;
      }
      push(stack, view, name, STREAMS.get(lane % STREAMS.size()), shown, stream.unread());
    }
    push(stack, view, "other streams", REST, true, view.rest());
    List<Integer> unacknowledged = view.timeline().unacknowledgedBytes();
    push(stack, view, "not acknowledged", UNACKNOWLEDGED, true, unacknowledged);
    Collections.reverse(stack);
    return stack;
  }

  /** All streams that there ever were may be more than a legend can hold. */
  private static Set<StreamLane> named(List<StreamLane> lanes) {
    return lanes.stream()
        .filter(lane -> lane.open() || lanes.size() <= MAX_NAMED)
        .sorted(Comparator.comparing(StreamLane::starved).reversed())
        .limit(MAX_NAMED)
        .collect(Collectors.toSet());
  }

  private static void push(
      List<StackedLayer> stack,
      SessionView view,
      String name,
      Color colour,
      boolean named,
      List<Integer> bytes) {
    if (!bytes.isEmpty()) {
      List<Double> bottom =
          stack.isEmpty()
              ? Collections.nCopies(bytes.size() + 1, 0.0)
              : stack.get(stack.size() - 1).top();
      List<Double> top = mib(bytes);
      for (int step = 0; step < top.size(); step++) {
        top.set(step, Math.max(0, top.get(step)) + bottom.get(step));
      }
      stack.add(new StackedLayer(name, colour, named, view.firstStep(), bottom, top));
    }
  }

  /** The values of a timeline in MiB, and the last of them once more for the end. */
  static List<Double> mib(List<Integer> bytes) {
    List<Double> mib = new ArrayList<>(bytes.stream().map(value -> value / MIB).toList());
    mib.add(mib.get(mib.size() - 1));
    return mib;
  }

  /**
   * Corners of the polygon.
   *
   * @param times of the steps, and of the end
   */
  List<Double> x(List<Double> times) {
    List<Double> x = new ArrayList<>();
    for (int step = from; step < times.size(); step++) {
      if (step > from) {
        x.add(times.get(step));
      }
      x.add(times.get(step));
    }
    return thereAndBack(x, x);
  }

  /** Corners of the polygon. */
  List<Double> y() {
    return thereAndBack(edge(top), edge(bottom));
  }

  private List<Double> edge(List<Double> values) {
    List<Double> y = new ArrayList<>();
    for (int step = from; step < values.size(); step++) {
      if (step > from) {
        y.add(values.get(step - 1));
      }
      y.add(values.get(step));
    }
    return y;
  }

  private static List<Double> thereAndBack(List<Double> there, List<Double> back) {
    List<Double> corners = new ArrayList<>(back);
    Collections.reverse(corners);
    corners.addAll(0, there);
    return corners;
  }
}
