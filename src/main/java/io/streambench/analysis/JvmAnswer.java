package io.streambench.analysis;

import java.util.Optional;

/**
 * The answer for one JVM of which there are thread dumps.
 *
 * @param name the files, for people
 * @param dumps how many there are of it
 * @param finding whether it hangs, as far as the dumps show it
 * @param cause as in {@link Verdict}
 * @param reason one sentence for people
 */
public record JvmAnswer(
    String name, int dumps, Finding finding, Optional<StallCause> cause, String reason) {
  /** The same of a JVM whose dumps are much older than those of others. */
  JvmAnswer old() {
    return new JvmAnswer(name + " (old)", dumps, finding, cause, reason);
  }
}
