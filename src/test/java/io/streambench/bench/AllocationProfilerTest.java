package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationProfilerTest {
  private static volatile Object sink;

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 500})
  void countsAllocatedObjectsThatAreUnreachable(int objects) throws Exception {
    double counted =
        AllocationProfiler.objectsPerOperation(
                () -> {
                  for (int i = 0; i < objects; i++) {
                    sink = new Object[2];
                  }
                })
            .orElseThrow();
    assertThat(counted).isCloseTo(objects, within(0.5 + 0.02 * objects));
    assertThat(sink)
        .satisfiesAnyOf(one -> assertThat(objects).isZero(), one -> assertThat(one).isNotNull());
  }
}
