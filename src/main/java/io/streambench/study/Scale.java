package io.streambench.study;

/** How much time a study is given. */
public enum Scale {
  /** As it is meant. */
  FULL,
  /** Just enough to see whether it works here; too little for a verdict. */
  QUICK
}
