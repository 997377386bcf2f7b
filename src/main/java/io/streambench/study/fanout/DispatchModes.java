package io.streambench.study.fanout;

import io.streambench.config.DispatchMode;
import io.streambench.config.FanOutSettings;
import io.streambench.config.Text;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import java.util.Optional;

/** The mode of dispatch of a cell. */
final class DispatchModes {
  private DispatchModes() {}

  static DispatchMode of(StudyCell cell) {
    return DispatchMode.parse(
        FanOutSettings.MODE, cell.parameters().getOrDefault(FanOutSettings.MODE, ""));
  }

  /** The reason for {@link Study#leftOut} if the mode needs a later JDK; else empty. */
  static Optional<String> leftOut(StudyCell cell, int jdk) {
    DispatchMode mode = of(cell);
    return mode.availableOn(jdk)
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "Mode %s is left out: it needs JDK %d or later, and this is %d.",
                mode, mode.sinceJdk(), jdk));
  }
}
