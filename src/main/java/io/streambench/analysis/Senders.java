package io.streambench.analysis;

import io.streambench.analysis.ThreadHistory.Motion;
import io.streambench.config.Text;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Threads that send answers. A shard that is read sends more within the time; one that nobody reads
 * does not.
 *
 * @param all of them, in the newest dumps
 * @param silence for how long one must have done nothing to count as blocked
 */
record Senders(List<ThreadHistory> all, Duration silence) {

  static Senders of(List<ThreadHistory> all, Duration silence) {
    return new Senders(List.copyOf(all), silence);
  }

  /** Both together, of several JVMs. */
  Senders plus(Senders more) {
    return new Senders(Stream.concat(all.stream(), more.all.stream()).toList(), silence);
  }

  List<ThreadHistory> blocked() {
    return all.stream().filter(thread -> thread.motion(silence) == Motion.STILL).toList();
  }

  boolean allBlocked() {
    return !all.isEmpty() && blocked().size() == all.size();
  }

  /** Returns whether one sends an answer of Solr's and was blocked. */
  boolean blockedInSolr() {
    return blocked().stream().anyMatch(thread -> thread.last().solr());
  }

  /** Why it is not known of some whether they were blocked; empty if it is known of all. */
  private Optional<Motion> doubt() {
    return all.stream().map(thread -> thread.motion(silence)).filter(Motion::unknown).findFirst();
  }

  /** Why nothing is known of any of them; empty if there is none, or something is known. */
  Optional<Motion> unknown() {
    return all.stream().allMatch(thread -> thread.motion(silence).unknown())
        ? doubt()
        : Optional.empty();
  }

  /** How many were blocked, as far as that is known; empty if there are none. */
  String sentence() {
    if (all.isEmpty()) {
      return "";
    }
    List<ThreadHistory> blocked = blocked();
    long unknown = all.stream().filter(thread -> thread.motion(silence).unknown()).count();
    if (unknown == all.size()) {
      return Text.of("; of %,d thread(s) sending answers here, ", all.size())
          + (doubt().equals(Optional.of(Motion.ONE_DUMP))
              ? "another dump, 15 s later, shows which are blocked"
              : "how many are blocked is unknown, " + why());
    }
    String rest = unknown == 0 ? "" : Text.of("; of %,d more it is unknown, ", unknown) + why();
    if (blocked.isEmpty()) {
      return Text.of(
              "; of %,d thread(s) sending answers here, none was blocked for %,d s",
              all.size() - unknown, silence.toSeconds())
          + rest;
    }
    boolean http1 = blocked.stream().allMatch(thread -> thread.last().http1());
    return Text.of(
            "; here %,d of %,d thread(s) sending answers had been blocked for %,d s or more, the first"
                + " is \"%s\": the receiver hangs, or does not read",
            blocked.size(), all.size(), silence.toSeconds(), blocked.get(0).last().name())
        + (http1 ? " (over HTTP/1.1, where no window is shared)" : "")
        + rest;
  }

  private String why() {
    return switch (doubt().orElseThrow()) {
      case ONE_DUMP -> "since only one dump has them";
      case NO_CPU -> "since these dumps have no processor times (cpu=)";
      case TOO_LITTLE -> "since they used less processor time than being suspended takes";
      default ->
          "since the dumps are "
              + apart()
              + "; they must be at least "
              + silence.toSeconds()
              + " s apart";
    };
  }

  private String apart() {
    OptionalDouble span =
        all.stream()
            .map(ThreadHistory::spanSeconds)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .max();
    return span.isPresent() ? Text.of("%.1f s apart", span.getAsDouble()) : "close together";
  }
}
