package io.streambench.analysis.curve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Share of things that have not ended after a number of steps, where some were only watched for a
 * while: the product-limit estimate of E. L. Kaplan and P. Meier, "Nonparametric Estimation from
 * Incomplete Observations", 1958.
 */
public record Survival(List<Step> steps) {
  public Survival {
    steps = List.copyOf(steps);
  }

  /** One thing that was watched for so many steps, and whether the next one ended it. */
  public record Life(long after, boolean ended) {}

  /** The share, from 0 to 1, that is left after more than so many steps, until the next drop. */
  public record Step(long after, double share) {}

  /** The survival estimate for these lives. */
  public static Survival of(List<Life> lives) {
    List<Life> sorted = lives.stream().sorted(Comparator.comparingLong(Life::after)).toList();
    List<Step> steps = new ArrayList<>();
    double share = 1;
    for (int i = 0; i < sorted.size(); ) {
      long after = sorted.get(i).after();
      int left = sorted.size() - i;
      int ends = 0;
      int watchedNoLonger = 0; // when the next step came
      for (; i < sorted.size() && sorted.get(i).after() == after; i++) {
        if (sorted.get(i).ended()) {
          ends++;
        } else {
          watchedNoLonger++;
        }
      }
      if (ends > 0) {
        share *= 1 - (double) ends / (left - watchedNoLonger);
        steps.add(new Step(after, share));
      }
    }
    return new Survival(steps);
  }

  /** The share that is there after so many steps. */
  public double after(long count) {
    double share = 1;
    for (Step step : steps) {
      if (step.after() < count) {
        share = step.share();
      }
    }
    return share;
  }
}
