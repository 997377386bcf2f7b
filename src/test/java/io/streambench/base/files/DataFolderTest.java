package io.streambench.base.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import io.streambench.program.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
  @TempDir Path parent;

  @Test
  void removesFolderOnClose() throws Exception {
    try (DataFolder data = DataFolder.create(parent)) {
      Files.createDirectories(data.path().resolve("node1/core/data"));
      Files.writeString(data.path().resolve("node1/core/data/segment"), "x");
    }
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void usesTemporaryFolderOfUserOnDisk() {
    assertThat(DataFolder.temporaryParent())
        .hasFileName("streambench-" + System.getProperty("user.name"))
        .hasParentRaw(DataFolder.diskFolder());
  }

  /** A folder cannot be created below a file, not even by root. */
  @Test
  void usesTemporaryFolderIfCheckoutIsNotWritable() throws Exception {
    Path target = Files.createFile(parent.resolve("target"));
    assertThat(DataFolder.writableParent(target.resolve("streambench")))
        .isEqualTo(DataFolder.temporaryParent());
    Path writable = parent.resolve("checkout/target/streambench");
    assertThat(DataFolder.writableParent(writable)).isEqualTo(writable);
    try (DataFolder data = DataFolder.create(DataFolder.writableParent(writable))) {
      assertThat(data.path()).hasParent(writable);
    }
  }

  @Test
  void removesUserFolderWithItsLastRun() throws Exception {
    Path own = DataFolder.userFolder(parent);
    DataFolder first = DataFolder.createPersistent(own);
    DataFolder second = DataFolder.create(own);
    first.close();
    assertThat(second.path()).exists();
    second.close();
    assertThat(own).doesNotExist();
  }

  @Test
  void removesFoldersOfKilledRuns() throws Exception {
    Path left = Files.createDirectories(parent.resolve("run-123/node1"));
    Files.writeString(left.resolve("segment"), "x");
    Files.createFile(parent.resolve("run-123.lock"));
    Path killedEarlier = Files.createDirectory(parent.resolve("run-124"));
    try (DataFolder data = DataFolder.create(parent)) {
      assertThat(left).doesNotExist();
      assertThat(killedEarlier).doesNotExist();
      assertThat(data.path()).isEmptyDirectory();
    }
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void keepsFolderOfLiveRun() throws Exception {
    try (DataFolder alive = DataFolder.create(parent);
        DataFolder other = DataFolder.create(parent)) {
      assertThat(alive.path()).isDirectory();
      assertThat(other.path()).isDirectory().isNotEqualTo(alive.path());
      assertThat(runVisitor()).isZero();
      assertThat(alive.path()).isDirectory();
      assertThat(other.path()).isDirectory();
    }
    assertThat(parent).isEmptyDirectory();
  }

  /** Runs a second process that creates a folder here and then ends. Returns its exit status. */
  private int runVisitor() throws Exception {
    try (JavaProcess other =
        JavaProcess.ofTest(parent, List.of(), Visitor.class, parent.toString())) {
      return other.waitFor();
    }
  }

  static final class Visitor {
    public static void main(String[] arguments) throws Exception {
      DataFolder.create(Path.of(arguments[0])).close();
    }
  }

  /** Rejects the link because its creator could make root delete and write files elsewhere. */
  @Test
  void rejectsLinkInPlaceOfUserFolder() throws Exception {
    Path elsewhere = Files.createDirectories(parent.resolve("elsewhere"));
    Path kept = Files.createDirectories(elsewhere.resolve("run-1"));
    Files.createSymbolicLink(DataFolder.userFolder(parent), elsewhere);
    assertThatThrownBy(() -> DataFolder.create(DataFolder.userFolder(parent)))
        .isInstanceOfAny(SettingException.class, IOException.class)
        .hasMessageContaining("streambench-");
    assertThat(kept).exists();
    assertThat(elsewhere).isDirectoryContaining(path -> path.equals(kept));
  }

  @Test
  void removesLinkButKeepsItsTarget() throws Exception {
    Path target = Files.createDirectories(parent.resolve("target/inner"));
    Path root = Files.createDirectories(parent.resolve("root/inner"));
    Files.createSymbolicLink(root.resolve("link"), target.getParent());
    DataFolder.remove(parent.resolve("root"));
    assertThat(parent.resolve("root")).doesNotExist();
    assertThat(target).exists();
    DataFolder.remove(parent.resolve("root")); // removing it again does nothing
  }

  @Test
  void keepsOtherFiles() throws Exception {
    Path foreign = Files.createDirectories(parent.resolve("something/else"));
    DataFolder.createPersistent(parent).close();
    assertThat(foreign).isDirectory();
  }

  @Test
  void namesPlaceThatCannotContainFolders() throws Exception {
    Path file = Files.createTempFile(parent, "no-folder", "");
    assertThatThrownBy(() -> DataFolder.create(file.resolve("below")))
        .hasMessage("cannot write into " + file.resolve("below"));
  }
}
