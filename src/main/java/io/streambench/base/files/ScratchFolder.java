package io.streambench.base.files;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A temporary folder for heap dumps and their indexes. Only the owner can read its subfolders,
 * because a heap dump contains all data of the dumped JVM.
 */
public final class ScratchFolder implements AutoCloseable {
  private static final Set<PosixFilePermission> OWNER_ONLY_PERMISSIONS =
      PosixFilePermissions.fromString("rwx------");

  /** Permissions with which other users can open a subfolder by name, but not list the folder. */
  private static final Set<PosixFilePermission> TRAVERSABLE_PERMISSIONS =
      PosixFilePermissions.fromString("rwx--x--x");

  private final DataFolder dataFolder;

  private ScratchFolder(DataFolder dataFolder) throws IOException {
    this.dataFolder = dataFolder;
    Path parent = path().getParent();
    Files.setPosixFilePermissions(parent, TRAVERSABLE_PERMISSIONS);
    Files.setPosixFilePermissions(path(), TRAVERSABLE_PERMISSIONS);
  }

  /** Creates a folder, on disk if possible, that is removed when it is closed or the JVM exits. */
  public static ScratchFolder create() throws IOException {
    return new ScratchFolder(DataFolder.create(DataFolder.temporaryParent()));
  }

  /** Creates a folder that remains until the caller closes it, even if the JVM exits. */
  public static ScratchFolder createPersistent(Path parent) throws IOException {
    return new ScratchFolder(DataFolder.createPersistent(DataFolder.userFolder(parent)));
  }

  /** Returns the folder, which other users can traverse but not list. */
  public Path path() {
    return dataFolder.path();
  }

  /** Creates a subfolder that only its owner can access. */
  public Path createSubfolder(String name) throws IOException {
    return Files.createDirectory(
        path().resolve(name), PosixFilePermissions.asFileAttribute(OWNER_ONLY_PERMISSIONS));
  }

  @Override
  public void close() {
    dataFolder.close();
  }

  public static void requireDiskSpace(String setting, Path folder, long bytes) throws IOException {
    long usable = Files.getFileStore(folder).getUsableSpace();
    SettingException.throwIf(
        usable < bytes,
        setting,
        TextFormat.of("be on a disk with room for %,d MB", bytes >> 20),
        TextFormat.of("%,d MB in %s", usable >> 20, folder));
  }
}
