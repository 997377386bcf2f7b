package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.live.StatusFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseStatusTest {
  @TempDir Path folder;

  @Test
  void readsWrittenStatus() throws Exception {
    assertThat(StatusFile.read(folder, ReleaseStatus.class)).isEmpty();
    ReleaseStatus written =
        new ReleaseStatus(
            ReleaseStatus.Phase.GIVING,
            "why\tand how = with \\ signs: ü\nand a line",
            3,
            true,
            1L << 33,
            1L << 34,
            5,
            List.of(
                session(List.of("reader of, 12 = shards", "qtp-1"), ""),
                session(List.of(), "its Jetty is 9.4.53, not 10.0, 12.0 or 12.1")));
    StatusFile.write(folder, written);
    assertThat(StatusFile.read(folder, ReleaseStatus.class)).contains(written);
  }

  private static ReleaseStatus.Session session(List<String> readers, String refusal) {
    return new ReleaseStatus.Session(
        "5ed35cf6",
        "[::1]:8983",
        "10.0.26",
        SessionProgress.GOES_ON,
        1,
        2,
        -3,
        4,
        5,
        readers,
        6,
        7,
        8,
        9,
        10,
        -1,
        refusal,
        "1 request without response headers");
  }
}
