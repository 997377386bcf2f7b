package io.streambench.report.diagnosis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.streambench.analysis.Timeline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The numbers that the script of the page draws, as JSON. Times are nanoseconds from the first
 * event. Of a series the zeros at both ends are left out: {@code at} is the step of its first
 * number.
 */
public final class ChartData {
  /** The same page for the same numbers, in every JVM. */
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private ChartData() {}

  /** One object per session. */
  static String ofSessions(List<SessionView> drawn) {
    return json(drawn.stream().map(ChartData::session).toList());
  }

  /** JSON that is safe inside a script element, whatever its strings say. */
  public static String json(Object value) {
    try {
      return escaped(MAPPER.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Outside of a string JSON has none of these characters. */
  private static String escaped(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static Map<String, Object> session(SessionView view) {
    Timeline timeline = view.timeline();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("start", view.startNanos());
    data.put("step", timeline.stepNanos());
    data.put("steps", timeline.steps());
    data.put("end", view.endNanos());
    if (view.receives()) {
      data.put("first", view.firstStep());
      data.put("initial", view.session().sessionWindow());
      data.put("window", series(timeline.receiveWindow()));
      data.put("unacknowledged", series(timeline.unacknowledgedBytes()));
      data.put("unread", series(timeline.unreadBytes()));
      data.put("rest", series(view.rest()));
      data.put("lanes", view.lanes().stream().map(ChartData::lane).toList());
    }
    if (view.sends()) {
      data.put("firstSend", SessionView.firstKnown(timeline.sendWindow()));
      data.put("send", series(timeline.sendWindow()));
    }
    data.put("stalls", stalls(view));
    view.stall()
        .ifPresent(
            stall ->
                data.put(
                    "stalled",
                    stall.until().isPresent()
                        ? List.of(stall.from(), stall.until().getAsLong())
                        : List.of(stall.from())));
    return data;
  }

  private static Map<String, Object> lane(StreamLane lane) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("id", lane.id());
    data.putAll(series(lane.unread()));
    if (lane.starved()) {
      data.put("starved", true);
    }
    return data;
  }

  private static List<List<Long>> stalls(SessionView view) {
    long origin = view.timeline().startNanos() - view.startNanos();
    return view.episodes().stream()
        .map(stall -> List.of(stall.sinceNanos() - origin, stall.untilNanos() - origin))
        .toList();
  }

  private static Map<String, Object> series(List<Integer> values) {
    int from = SessionView.firstKnown(values);
    int to = values.size();
    while (to > from && values.get(to - 1) == 0) {
      to--;
    }
    Map<String, Object> series = new LinkedHashMap<>();
    series.put("at", from);
    series.put("v", values.subList(from, to));
    return series;
  }
}
