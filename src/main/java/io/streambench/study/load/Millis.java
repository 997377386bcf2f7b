package io.streambench.study.load;

import io.streambench.config.Text;

/** Milliseconds as text: three digits, or as many as stand before the point. */
final class Millis {
  private Millis() {}

  static String text(double millis) {
    if (millis >= 10) {
      return Text.of(millis >= 100 ? "%,.0f" : "%.1f", millis);
    }
    if (millis == 0 || millis >= 1 || Double.isNaN(millis)) {
      return Text.of("%.2f", millis);
    }
    int zeros = (int) -Math.floor(Math.log10(millis)) - 1; // behind the point
    return Text.of("%." + Math.min(6, zeros + 3) + "f", millis);
  }
}
