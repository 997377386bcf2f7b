package io.streambench.study;

import io.streambench.files.WholeFile;
import io.streambench.report.study.StudyDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The reports of a study's folder. */
public final class StudyReport {
  private final StudyResults results;
  private final StudyDocument document;

  StudyReport(StudyResults results) {
    this.results = results;
    this.document = results.order().study().conclude(results);
  }

  /**
   * The files that were made.
   *
   * @param warning what could not be made, in one line
   */
  public record Made(Path markdown, Path page, List<Path> pictures, Optional<String> warning) {}

  /**
   * Reads a folder.
   *
   * @param studies the study of a name
   * @throws io.streambench.config.SettingException if it is no study's, or damaged
   */
  public static StudyReport of(StudyFolder folder, Function<String, Study> studies) {
    return new StudyReport(StudyResults.read(folder, studies));
  }

  public StudyResults results() {
    return results;
  }

  public StudyDocument document() {
    return document;
  }

  /** Writes {@code report.md}, {@code report.html} and a picture for each chart. */
  public Made writeTo(StudyFolder folder) throws IOException {
    List<Path> pictures = new ArrayList<>();
    Optional<String> warning = Optional.empty();
    for (int i = 0; i < document.charts().size(); i++) {
      Path picture = folder.path().resolve("chart-" + (i + 1) + ".png");
      try {
        document.charts().get(i).writePng(picture);
        pictures.add(picture);
      } catch (IOException e) {
        warning = Optional.of("no picture: " + e.getMessage());
      }
    }
    Path markdown = folder.path().resolve("report.md");
    WholeFile.write(
        markdown,
        document.markdown(pictures.stream().map(file -> file.getFileName().toString()).toList()));
    Path page = folder.path().resolve("report.html");
    WholeFile.write(page, document.page());
    return new Made(markdown, page, pictures, warning);
  }
}
