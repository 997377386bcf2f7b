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
final class ResumeOption {
  /** The value of {@code --resume} without a folder, which selects the newest folder. */
  static final String NEWEST_FOLDER = "\u0000newest";

  static final String OPTION = "--resume";

  private ResumeOption() {}

  /** Returns the given folder or, for {@link #NEWEST_FOLDER}, the newest folder of the study. */
  static StudyFolder findFolder(String givenFolder, String studyName, Path resultsFolder)
      throws IOException {
    if (!givenFolder.equals(NEWEST_FOLDER)) {
      return requireStudyFolder(OPTION, Path.of(givenFolder));
    }
    return StudyFolder.findNewest(resultsFolder, studyName)
        .orElseThrow(
            () ->
                new SettingException(
                    OPTION,
                    "have an unfinished folder: none was found below " + resultsFolder,
                    studyName));
  }

  /** Returns the study folder {@code path}. Throws if it contains no study or is not writable. */
  static StudyFolder requireStudyFolder(String setting, Path path) {
    StudyFolder folder = new StudyFolder(path);
    SettingException.throwIf(
        !Files.isRegularFile(folder.studyFile()),
        setting,
        "be a folder that a study has left",
        path);
    WritableFiles.requireWritableFolder(setting, path);
    return folder;
  }

  /** Throws if the measurement was started on another JDK, or with other options for its forks. */
  static void requireSameJvm(StudyFile file, int jdkVersion) {
    SettingException.throwIf(
        jdkVersion != Runtime.version().feature(),
        OPTION,
        TextFormat.of("be run on JDK %d, as it was begun", jdkVersion),
        Runtime.version().feature());
    List<String> original = JvmProperties.argumentsForForks(file.environment());
    List<String> current = JvmProperties.argumentsForForks(Environment.describe());
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
