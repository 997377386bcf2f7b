package io.streambench.compare.study;

/** The amount of time for a study. */
public enum Scale {
  /** The full time that a verdict requires. */
  FULL,
  /** Just enough to see whether the study works on this machine; too little for a verdict. */
  QUICK
}
