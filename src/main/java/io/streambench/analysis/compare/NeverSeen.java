package io.streambench.analysis.compare;

/** Upper limit for the probability of something that was not seen once. */
public final class NeverSeen {
  private static final double ERROR = 0.05;

  private NeverSeen() {}

  /**
   * The upper limit of its chance after so many independent tries, one-sided at 95 %: that of
   * Clopper and Pearson ("The use of confidence or fiducial limits", Biometrika 26, 1934).
   */
  public static double atMost(long tries) {
    if (tries < 1) {
      throw new IllegalArgumentException("no tries");
    }
    return -Math.expm1(Math.log(ERROR) / tries);
  }
}
