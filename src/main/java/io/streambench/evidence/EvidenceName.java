package io.streambench.evidence;

import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The name of a run where strangers read it. A folder that we named tells when, what, and how it
 * ended. Any other may tell of a machine or a customer, in words that no redaction can know.
 */
final class EvidenceName {
  private static final Pattern OURS =
      Pattern.compile(
          "[0-9]{8}-[0-9]{6}-[A-Za-z_$][A-Za-z0-9_$]*(?:\\.[A-Za-z_$][A-Za-z0-9_$]*)*"
              + "-(?:STALLED|FAILED|COMPLETED)(?:-[0-9]{1,4})?");

  private EvidenceName() {}

  static String of(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    if (name == null) {
      return "evidence";
    }
    return OURS.matcher(name.toString()).matches()
        ? name.toString()
        // so many that folders beside each other do not share a zip, too few to guess the name by
        : String.format(Locale.ROOT, "evidence-%04x", name.toString().hashCode() & 0xffff);
  }
}
