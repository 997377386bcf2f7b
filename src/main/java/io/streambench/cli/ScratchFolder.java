package io.streambench.cli;

import io.streambench.cluster.DataFolder;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A temporary folder for heap dumps and their indexes, which goes at the JVM's end in whatever way;
 * what a killed one has left goes with the next. Others than its owner cannot look into it: a dump
 * holds all data of its JVM.
 */
final class ScratchFolder implements AutoCloseable {
  private static final Set<PosixFilePermission> MINE = PosixFilePermissions.fromString("rwx------");

  /** Permissions with which a JVM of another user gets through to a folder of its own. */
  private static final Set<PosixFilePermission> PASSED_THROUGH =
      PosixFilePermissions.fromString("rwx--x--x");

  private final DataFolder data;

  private ScratchFolder(DataFolder data) throws IOException {
    this.data = data;
    Path parent = path().getParent();
    if (!Files.getOwner(parent, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(path()))) {
      data.close();
      throw new SettingException(
          "java.io.tmpdir", "be a folder where this path is free or yours", parent);
    }
    Files.setPosixFilePermissions(parent, PASSED_THROUGH);
    Files.setPosixFilePermissions(path(), PASSED_THROUGH);
  }

  /** Makes one in the JVM's temporary folder, or in {@code /var/tmp} where that lies in memory. */
  static ScratchFolder create() throws IOException {
    return new ScratchFolder(DataFolder.create(DataFolder.temporary()));
  }

  /** One that is still there while the JVM ends; the caller closes it then. */
  static ScratchFolder createKept(Path parent) throws IOException {
    return new ScratchFolder(DataFolder.createKept(DataFolder.ownFolder(parent)));
  }

  /** The folder itself, which other users can pass through but not look into. */
  Path path() {
    return data.path();
  }

  /** A folder in it that nobody else can look into. */
  Path within(String name) throws IOException {
    return Files.createDirectory(path().resolve(name), PosixFilePermissions.asFileAttribute(MINE));
  }

  @Override
  public void close() {
    data.close();
  }

  static void requireRoom(String setting, Path folder, long bytes) throws IOException {
    long left = Files.getFileStore(folder).getUsableSpace();
    SettingException.throwIf(
        left < bytes,
        setting,
        Text.of("be on a disk with room for %,d MB", bytes >> 20),
        Text.of("%,d MB in %s", left >> 20, folder));
  }
}
