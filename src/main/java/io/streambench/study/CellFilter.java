package io.streambench.study;

import io.streambench.config.SettingException;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Which cells of a study are run.
 *
 * @param text a regular expression, some part of a cell's label matches it
 */
public record CellFilter(String text) {
  /** Every one. */
  public static final CellFilter ALL = new CellFilter("");

  /**
   * Checks what was typed.
   *
   * @throws SettingException if it is no regular expression
   */
  public CellFilter {
    try {
      Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new SettingException("--only", "be a regular expression", text);
    }
  }

  boolean has(StudyCell cell) {
    return Pattern.compile(text).matcher(cell.label()).find();
  }

  boolean all() {
    return text.isEmpty();
  }
}
