package io.streambench.faults;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.Arguments;

/** Every way to end a process once, each in another phase: what every build tries. */
@Tag("program")
class FewSignalFaultsIT extends SignalFaults {
  FewSignalFaultsIT() {
    super(new FaultTable("few-signals"));
  }

  static Stream<Arguments> cells() {
    return Stream.of(
        Arguments.of(Blow.KILL_PARENT, Phase.INDEXING),
        Arguments.of(Blow.KILL_FORK, Phase.MEASUREMENT),
        Arguments.of(Blow.KILL_CLUSTER, Phase.WARM_UP),
        Arguments.of(Blow.TERM, Phase.EVIDENCE),
        Arguments.of(Blow.CTRL_C, Phase.STALL));
  }
}
