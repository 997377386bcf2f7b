package io.streambench.flow.events;

import java.io.IOException;

/** Thrown if one log has dates and another only times of day, so that their order is unknown. */
public final class MixedDatesException extends IOException {
  private static final long serialVersionUID = 1L;

  MixedDatesException(String dated, String undated) {
    super(
        EventFiles.displayName(dated)
            + " has dates, "
            + EventFiles.displayName(undated)
            + " has only times");
  }
}
