package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.files.WritableFiles;
import io.streambench.bench.fork.JvmProperties;
import io.streambench.bench.runfolder.Environment;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.study.StudyFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The option {@code --resume}, which continues an interrupted measurement in its folder. */
final class Resumption {
  /** The value of {@code --resume} without a folder, which selects the newest folder. */
  static final String NEWEST = "\u0000newest";

  static final String OPTION = "--resume";

  private Resumption() {}

  /** Returns the folder {@code typed} or, for {@link #NEWEST}, the newest of study {@code name}. */
  static StudyFolder folder(String typed, String name, Path results) throws IOException {
    if (!typed.equals(NEWEST)) {
      return folder(OPTION, Path.of(typed));
    }
    return StudyFolder.newest(results, name)
        .orElseThrow(
            () ->
                new SettingException(
                    OPTION, "have an unfinished folder: none was found below " + results, name));
  }

  /** Returns the study folder {@code path}. Throws if it contains no study or is not writable. */
  static StudyFolder folder(String setting, Path path) {
    StudyFolder folder = new StudyFolder(path);
    SettingException.throwIf(
        !Files.isRegularFile(folder.file()), setting, "be a folder that a study has left", path);
    WritableFiles.requireFolder(setting, path);
    return folder;
  }

  /** Throws if the measurement was started on another JDK, or with other options for its forks. */
  static void requireSameJvm(StudyFile file, int jdk) {
    SettingException.throwIf(
        jdk != Runtime.version().feature(),
        OPTION,
        TextFormat.of("be run on JDK %d, as it was begun", jdk),
        Runtime.version().feature());
    List<String> original = JvmProperties.passedOn(file.environment());
    List<String> current = JvmProperties.passedOn(Environment.describe());
    SettingException.throwIf(
        !original.equals(current),
        OPTION,
        TextFormat.of("be run with the JAVA_OPTS it was begun with, %s", original),
        current);
  }

  /** Returns a hint with the command that continues an interrupted measurement. */
  static String resumeHint(String verb, StudyFolder folder) {
    return TextFormat.of(
        "what was finished is kept. To go on: ./streambench %s --resume %s", verb, folder.path());
  }
}
