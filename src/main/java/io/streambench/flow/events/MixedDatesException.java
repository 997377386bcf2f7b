package io.streambench.flow.events;

import java.io.IOException;

/** Thrown if one log has dates and another has none or no year, so their order is unknown. */
public final class MixedDatesException extends IOException {
  private static final long serialVersionUID = 1L;

  MixedDatesException(String dated, String undated) {
    super(
        EventFiles.displayName(dated)
            + " has dates, "
            + EventFiles.displayName(undated)
            + " has no year");
  }
}
