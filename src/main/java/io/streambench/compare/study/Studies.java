package io.streambench.compare.study;

import io.streambench.base.SettingException;
import java.util.List;

public final class Studies {
  private static final List<Study> ALL = StudySpec.all().stream().map(Studies::of).toList();

  private static Study of(StudySpec spec) {
    return switch (spec.name()) {
      case "output-buffer", "buffers" -> new BuffersStudy(spec.name());
      case "max-concurrent-streams" -> new MaxConcurrentStreams();
      case "fan-out" -> new FanOutStudy();
      case "saturation" -> new Saturation();
      case "windows" -> new WindowsStudy();
      case "strategies" -> new StrategiesStudy();
      case "index-recovery" -> new IndexRecoveries();
      default -> new Study(spec);
    };
  }

  private Studies() {}

  /** All studies, in the order in which they are listed. */
  public static List<Study> all() {
    return ALL;
  }

  /** Returns the study with this name, or throws {@link SettingException}. */
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
