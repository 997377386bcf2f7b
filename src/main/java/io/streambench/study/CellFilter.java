package io.streambench.study;

import io.streambench.config.SettingException;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Selects the cells of a study that are run.
 *
 * @param text a regular expression that matches some part of a cell's label
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
