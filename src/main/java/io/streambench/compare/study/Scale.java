package io.streambench.compare.study;

/** The duration of a study: full or quick. */
public enum Scale {
  /** The full duration, which a verdict requires. */
  FULL,
  /** A short run that checks whether the study works on this machine; too short for a verdict. */
  QUICK
}
