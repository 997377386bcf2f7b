package io.streambench.faults;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Two ways to end a process, each in another phase: what every build tries. A cluster that dies is
 * in {@code ExternalClusterIT}, Ctrl-C in {@code StudyIT}.
 */
@Tag("program")
@Tag("slow")
class FewSignalFaultsIT extends SignalFaults {
  FewSignalFaultsIT() {
    super("few-signals");
  }

  static Stream<Arguments> cells() {
    return Stream.of(
        Arguments.of(Blow.KILL_PARENT, Phase.INDEXING),
        Arguments.of(Blow.KILL_FORK, Phase.MEASUREMENT));
  }
}
