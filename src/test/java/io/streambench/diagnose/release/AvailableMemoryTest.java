package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailableMemoryTest {
  @TempDir Path folder;

  private Path writeMachineMemory(String availableKilobytes) throws Exception {
    return Files.writeString(
        folder.resolve("meminfo"),
        "MemTotal:  8000 kB\nMemAvailable:  " + availableKilobytes + " kB\n");
  }

  private void writeContainerMemory(String limit) throws Exception {
    Files.writeString(folder.resolve("memory.max"), limit + "\n");
    Files.writeString(folder.resolve("memory.current"), "700000\n");
    Files.writeString(
        folder.resolve("memory.stat"), "anon 600000\ninactive_file 40000\nactive_file 20000\n");
  }

  @Test
  void readsAvailableMemoryOfMachine() throws Exception {
    assertThat(AvailableMemory.availableBytes(writeMachineMemory("3000"), folder))
        .isEqualTo(3_072_000);
  }

  @Test
  void readsContainerMemoryOfControlGroupsVersion1() throws Exception {
    Path memory = Files.createDirectory(folder.resolve("memory"));
    Files.writeString(memory.resolve("memory.limit_in_bytes"), "1000000\n");
    Files.writeString(memory.resolve("memory.usage_in_bytes"), "700000\n");
    Files.writeString(
        memory.resolve("memory.stat"),
        "inactive_file 1\ntotal_inactive_file 40000\ntotal_active_file 20000\n");
    assertThat(AvailableMemory.availableBytes(writeMachineMemory("3000"), folder))
        .isEqualTo(350_000);
  }

  @Test
  void subtractsUsedMemoryFromContainerLimit() throws Exception {
    writeContainerMemory("1000000");
    assertThat(AvailableMemory.availableBytes(writeMachineMemory("3000"), folder))
        .isEqualTo(350_000);
    writeContainerMemory("600000");
    assertThat(AvailableMemory.availableBytes(writeMachineMemory("3000"), folder)).isZero();
    writeContainerMemory("max");
    assertThat(AvailableMemory.availableBytes(writeMachineMemory("3000"), folder))
        .isEqualTo(3_072_000);
  }

  @Test
  void unreadableFilesAreNoLimit() {
    assertThat(AvailableMemory.availableBytes(folder.resolve("none"), folder))
        .isEqualTo(Long.MAX_VALUE);
  }
}
