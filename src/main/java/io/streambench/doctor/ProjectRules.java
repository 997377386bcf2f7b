package io.streambench.doctor;

import io.streambench.doctor.MachineFacts.Answer;
import io.streambench.doctor.MachineFacts.Checkout;
import io.streambench.doctor.MachineFacts.Jdk;
import io.streambench.doctor.MachineFacts.Leftovers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Checks whether others can run the same: the JVM, the sources, and no other run next to it. */
final class ProjectRules {
  private static final int MIN_JDK = 17;

  /** Arguments under which code is not compiled or run as it is elsewhere. */
  private static final Pattern SLOWING =
      Pattern.compile(
          "-Xint|-Xcomp|-Xdebug|-Xrunjdwp.*|-agent(lib|path):.*|-javaagent:.*"
              + "|-XX:TieredStopAtLevel=[0-3]|-XX:-TieredCompilation|-ea.*|-enableassertions.*");

  private ProjectRules() {}

  static List<Check> checks(MachineFacts facts) {
    return List.of(
        jdk(facts.jdk()),
        checkout(facts.checkout()),
        folders(facts.leftovers()),
        forks(facts.leftovers().forks()));
  }

  private static Check jdk(Jdk jdk) {
    List<String> odd = new ArrayList<>();
    if (jdk.feature() < MIN_JDK) {
      odd.add("older than " + MIN_JDK);
    }
    if (jdk.bits() == 32) {
      odd.add("32-bit");
    }
    if (jdk.version().contains("-ea") || jdk.version().contains("-internal")) {
      odd.add("not a release");
    }
    if (jdk.version().contains("debug") || jdk.vm().contains("Zero")) {
      odd.add("a debug or interpreter build");
    }
    jdk.arguments().stream()
        .filter(argument -> SLOWING.matcher(argument).matches())
        .map(argument -> "runs with " + argument.split("[:=]", 2)[0])
        .forEach(odd::add);
    String found = jdk.version() + ", " + jdk.vendor() + ", " + jdk.vm();
    return Check.okIf(
        odd.isEmpty(),
        "JDK",
        odd.isEmpty() ? found : found + "; " + String.join(", ", odd),
        "The compiler in the JVM is part of what is measured: take a released 64-bit JDK, 17 or"
            + " later, without debugger, agent or interpreter flags (JAVA_OPTS,"
            + " JAVA_TOOL_OPTIONS).");
  }

  private static Check checkout(Checkout checkout) {
    String name = "checkout";
    String advice =
        "A result belongs to a commit that others can check out: commit or stash your changes"
            + " before the run.";
    if (checkout.commit().isEmpty() || checkout.dirty() == Answer.UNKNOWN) {
      return Check.unknown(name, advice);
    }
    boolean clean = checkout.dirty() == Answer.NO;
    return Check.okIf(
        clean,
        name,
        checkout.commit().get() + (clean ? ", clean" : ", with uncommitted changes"),
        advice);
  }

  private static Check folders(Leftovers leftovers) {
    return Check.okIf(
        leftovers.folders() == 0,
        "run folders",
        leftovers.folders() == 0 ? "none left over" : leftovers.folders() + " of runs that died",
        "An index that a killed run left takes disk space: the next run clears it, or delete"
            + " target/streambench while nothing runs.");
  }

  private static Check forks(List<Long> forks) {
    return Check.okIf(
        forks.isEmpty(),
        "running forks",
        forks.isEmpty()
            ? "none"
            : "process " + String.join(", ", forks.stream().map(Object::toString).toList()),
        "Another JMH run, or a fork that it left behind, uses this machine: wait, or end it.");
  }
}
