package io.streambench.flow.events;

/** An event with its position among events of the same time. */
record OrderedEvent(FlowControlEvent event, long order) implements Comparable<OrderedEvent> {
  @Override
  public int compareTo(OrderedEvent other) {
    int byTime = Long.compare(event.timeNanos(), other.event.timeNanos());
    return byTime == 0 ? Long.compare(order, other.order) : byTime;
  }
}
