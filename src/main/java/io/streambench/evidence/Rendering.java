package io.streambench.evidence;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Draws the pictures of a run anew: what is in the pixels of the first ones cannot be taken out of
 * them.
 */
@FunctionalInterface
public interface Rendering {
  /**
   * Writes {@code timeline.html} and {@code timeline.png}, or either of them. They go into the zip
   * as they are, so nothing may be in them that is not in the evidence.
   *
   * @param evidence a folder with the files of the run, redacted: {@code events.jfr}, {@code
   *     flow-control.log.gz}, {@code verdict.json}
   * @param into where they are written
   */
  void render(Path evidence, Path into) throws IOException;
}
