package io.streambench.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.watch.WatchStatus.SilentSession;
import io.streambench.diagnose.live.StatusFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchStatusTest {
  @TempDir Path folder;

  @Test
  void whatIsToldIsRead() throws Exception {
    WatchStatus status =
        new WatchStatus(
            WatchStatus.State.WATCHING,
            "a reason = with \\ signs: ü\nand a line",
            7,
            3,
            List.of("its Jetty is 9.4.1, not 10.0", "its flow control is c.D$E"),
            List.of(
                new SilentSession("1a2b", "[::1]:8983", 12, 9_000_000_000L),
                new SilentSession("ff", "unknown", 0, 0)));
    StatusFile.write(folder, status);
    assertThat(StatusFile.read(folder, WatchStatus.class)).contains(status);
  }

  @Test
  void beforeAnythingIsToldThereIsNothing() throws Exception {
    assertThat(StatusFile.read(folder, WatchStatus.class)).isEmpty();
  }
}
