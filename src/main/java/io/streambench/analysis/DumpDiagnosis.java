package io.streambench.analysis;

import java.util.List;

/**
 * The findings from dumps of threads and of Jetty.
 *
 * @param verdict on all of them
 * @param jvms each by itself, that of the verdict first
 * @param lookAlikes other things that wait, one line each: what it is, and what to do
 * @param next what to do next, most useful first
 */
public record DumpDiagnosis(
    Verdict verdict, List<JvmAnswer> jvms, List<String> lookAlikes, List<NextStep> next) {
  public DumpDiagnosis {
    jvms = List.copyOf(jvms);
    lookAlikes = List.copyOf(lookAlikes);
    next = List.copyOf(next);
  }
}
