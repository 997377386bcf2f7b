package io.streambench.config;

import java.util.Locale;

/** Text that is the same under every locale: it is compared, parsed, and pasted into reports. */
public final class Text {
  private Text() {}

  /** As {@link String#format(Locale, String, Object...)}, for no locale at all. */
  public static String of(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
