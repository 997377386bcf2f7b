package io.streambench.compare.study;

/** The time that a study is given. */
public enum Scale {
  /** The full time, as a verdict needs it. */
  FULL,
  /** Just enough to see whether it works here; too little for a verdict. */
  QUICK
}
