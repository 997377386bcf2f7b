package io.streambench.report.diagnosis;

import io.streambench.analysis.DumpDiagnosis.NextStep;
import io.streambench.analysis.StallCause;
import java.util.List;

/** The next steps after dumps, in words. */
final class NextStepWords {
  private NextStepWords() {}

  static List<Way> of(List<NextStep> steps) {
    return steps.stream().map(NextStepWords::of).toList();
  }

  private static Way of(NextStep step) {
    return switch (step) {
      case SECOND_DUMP ->
          new Way(
              "Take one more dump, 15 s later (jstack PID > two.txt), and analyze all files together.",
              CauseAdvice.AGAIN.detail());
      case DUMPS_FURTHER_APART ->
          Way.of("Take two more dumps, 15 s apart: these cannot be compared.");
      case DUMPS_WITH_CPU ->
          new Way(
              "Take dumps with processor times: curl 'NODE/solr/admin/info/threads?wt=json', twice.",
              "Take dumps with processor times, twice, 15 s apart. A node serves them in any version of"
                  + " Java: curl 'http://NODE:8983/solr/admin/info/threads?wt=json' > one.json. jstack"
                  + " writes them (cpu=) from Java 11 on.");
      case VIRTUAL_THREADS ->
          new Way(
              "See virtual threads too: jcmd PID Thread.dump_to_file -format=json /path/FILE",
              "jstack and Thread.print leave virtual threads out. As the user of that JVM: jcmd PID"
                  + " Thread.dump_to_file -format=json /path/FILE. Then analyze FILE.");
      case WHOLE_DUMP ->
          Way.of("Analyze a whole dump: jstack PID > FILE. This text may be a part.");
      case SENDING_NODES -> CauseAdvice.SENDERS;
      case RECEIVERS ->
          Way.of("Take two dumps of the JVMs that read from this one: what it sends is not read.");
      case MERGING_JVM ->
          new Way(
              "A silent query: take two dumps of the JVM that merges it (docs/symptoms.md).",
              "If a query is silent, find the JVM that merges it: the node that received /stream, or"
                  + " your program if it compiles the expression itself (docs/symptoms.md, who merges)."
                  + " Take two thread dumps of it, 15 s apart.");
      case RECEIVER_OF_SESSION ->
          Way.of("Look at the JVM at the other end of that session: two dumps, 15 s apart.");
      case PERMITS ->
          new Way(
              "Restart this JVM: lost permits do not come back (SOLR-18174). Then send fewer at a time.",
              String.join(" ", Way.details(CauseAdvice.waysOut(StallCause.REQUEST_PERMITS))));
      case SHARD_THAT_IS_AWAITED ->
          Way.of(
              "Look at the node that was asked: is the search running there, or did it not arrive?");
      case PROOF -> CauseAdvice.PROVE;
      case HTTP1 -> CauseAdvice.onceProven(CauseAdvice.HTTP1);
      case RESTART -> CauseAdvice.onceProven(CauseAdvice.RESTART);
    };
  }
}
