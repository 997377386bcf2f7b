package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailableMemoryTest {
  @TempDir Path folder;

  private Path machine(String available) throws Exception {
    return Files.writeString(
        folder.resolve("meminfo"), "MemTotal:  8000 kB\nMemAvailable:  " + available + " kB\n");
  }

  private void container(String max) throws Exception {
    Files.writeString(folder.resolve("memory.max"), max + "\n");
    Files.writeString(folder.resolve("memory.current"), "700000\n");
    Files.writeString(
        folder.resolve("memory.stat"), "anon 600000\ninactive_file 40000\nactive_file 20000\n");
  }

  @Test
  void theMachineHasWhatLinuxCallsAvailable() throws Exception {
    assertThat(AvailableMemory.availableBytes(machine("3000"), folder)).isEqualTo(3_072_000);
  }

  @Test
  void aContainerOfControlGroupsOfVersion1HasTheSame() throws Exception {
    Path memory = Files.createDirectory(folder.resolve("memory"));
    Files.writeString(memory.resolve("memory.limit_in_bytes"), "1000000\n");
    Files.writeString(memory.resolve("memory.usage_in_bytes"), "700000\n");
    Files.writeString(
        memory.resolve("memory.stat"),
        "inactive_file 1\ntotal_inactive_file 40000\ntotal_active_file 20000\n");
    assertThat(AvailableMemory.availableBytes(machine("3000"), folder)).isEqualTo(350_000);
  }

  @Test
  void aContainerHasItsLimitLessWhatIsInUseExceptReclaimableFilePages() throws Exception {
    container("1000000");
    assertThat(AvailableMemory.availableBytes(machine("3000"), folder)).isEqualTo(350_000);
    container("600000");
    assertThat(AvailableMemory.availableBytes(machine("3000"), folder)).isZero();
    container("max");
    assertThat(AvailableMemory.availableBytes(machine("3000"), folder)).isEqualTo(3_072_000);
  }

  @Test
  void whatCannotBeReadIsNoLimit() {
    assertThat(AvailableMemory.availableBytes(folder.resolve("none"), folder))
        .isEqualTo(Long.MAX_VALUE);
  }
}
