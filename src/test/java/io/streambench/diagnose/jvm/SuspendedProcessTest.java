package io.streambench.diagnose.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuspendedProcessTest {
  private static final String RUNNING_STATUS = "Name:\tjava\nState:\tS (sleeping)\nTracerPid:\t0\n";

  @TempDir Path folder;

  private Optional<String> descriptionOf(String status, String groups) throws IOException {
    Path process = Files.createDirectories(folder.resolve("77"));
    Files.writeString(process.resolve("status"), status);
    Files.writeString(process.resolve("cgroup"), groups);
    return new SuspendedProcess(process, folder.resolve("groups")).description();
  }

  /** A thread that waits for a disk has the state D, and a running thread may be traced. */
  @ParameterizedTest
  @CsvSource({
    "T (stopped), 0, kill -CONT 77",
    "t (tracing stop), 4711, detach process 4711",
    "t (tracing stop), 0, detach process that traces it",
    "S (sleeping), 4711,",
    "R (running), 0,",
    "D (disk sleep), 0,",
  })
  void advisesHowStoppedProcessContinues(String state, int tracer, String advice)
      throws IOException {
    String status = "Name:\tjava\nState:\t%s\nTracerPid:\t%d\n".formatted(state, tracer);
    Optional<String> found = descriptionOf(status, "0::/\n");
    assertThat(found.isPresent()).isEqualTo(advice != null);
    assertThat(found.orElse("")).contains(advice == null ? "" : advice);
  }

  @ParameterizedTest
  @CsvSource({
    "docker/a1/cgroup.events, populated 1;frozen 1, 0::/docker/a1, true",
    "docker/a1/cgroup.events, populated 1;frozen 0, 0::/docker/a1, false",
    "docker/b2/cgroup.events, populated 1;frozen 1, 0::/docker/a1, false",
    "unified/x.slice/cgroup.events, populated 1;frozen 1, 5:cpu:/x;0::/x.slice, true",
    "freezer/docker/a1/freezer.state, FROZEN, 6:freezer:/docker/a1;0::/, true",
    "freezer/docker/a1/freezer.state, FROZEN, '6:devices,freezer:/docker/a1', true",
    "freezer/docker/a1/freezer.state, THAWED, 6:freezer:/docker/a1;0::/, false",
    "freezer/docker/a1/freezer.state, FROZEN, 5:cpu:/docker/a1;6:freezer:/, false",
  })
  void findsFrozenContainerByControlGroup(String file, String text, String groups, boolean frozen)
      throws IOException {
    Path shown = folder.resolve("groups").resolve(file);
    Files.createDirectories(shown.getParent());
    Files.writeString(shown, text.replace(';', '\n') + "\n");
    Optional<String> found = descriptionOf(RUNNING_STATUS, groups.replace(';', '\n') + "\n");
    assertThat(found.isPresent()).isEqualTo(frozen);
    assertThat(found.orElse("docker unpause")).contains("docker unpause");
  }

  /** Covers invalid file names: NUL, and in an ASCII locale any other letter. */
  @ParameterizedTest
  @ValueSource(strings = {"0::/docker/a\0b\n", "0::/docker/d\u00e9mo\u4e2d\n"})
  void groupWithInvalidFileNameCountsAsRunning(String groups) throws IOException {
    assertThat(descriptionOf(RUNNING_STATUS, groups)).isEmpty();
    assertThat(descriptionOf(RUNNING_STATUS.replace("S (sleeping)", "T (stopped)"), groups))
        .isPresent();
  }

  @Test
  void processWithoutFilesCountsAsRunning() {
    assertThat(new SuspendedProcess(folder.resolve("78"), folder).description()).isEmpty();
  }
}
