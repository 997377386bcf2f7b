package io.streambench.study;

import io.streambench.config.SettingException;
import java.util.List;

/** All there are. */
public final class Studies {
  private static final List<Study> ALL =
      List.of(
          new Http1VsHttp2(),
          new ObserverCost(),
          new MaxConcurrentStreams(),
          new SingleRequest(),
          new FanOut(),
          new ShardFanOut(),
          new Saturation(),
          new Windows(),
          new Strategies());

  private Studies() {}

  /** In the order in which they are listed. */
  public static List<Study> all() {
    return ALL;
  }

  /**
   * The study of that name.
   *
   * @throws SettingException if there is none
   */
  public static Study named(String name) {
    return ALL.stream()
        .filter(study -> study.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "study",
                    "be one of " + String.join(", ", ALL.stream().map(Study::name).toList()),
                    name));
  }
}
