package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.cells.JmhFile;
import io.streambench.compare.cells.RawResults;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.study.Scale;
import io.streambench.compare.study.Study;
import io.streambench.compare.study.StudyOrder;
import io.streambench.flow.rule.Outcome;
import io.streambench.program.JavaProcess;
import java.io.File;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a study as users start it, with few documents. */
@Tag("program")
class StudyIT {
  @TempDir Path folder;

  private JavaProcess startStudy(String... arguments) throws Exception {
    return new JavaProcess(
        folder,
        List.of("-Xmx512m"),
        StreambenchMain.class.getName(),
        Stream.concat(
                Stream.of("study", "strategies", "--results", folder.toString()),
                Stream.of(arguments))
            .toArray(String[]::new));
  }

  private Path studyFolder() {
    return folder.toFile().listFiles()[0].toPath();
  }

  /** Some studies run programs over Jetty 12, which are built after the unit tests. */
  @ParameterizedTest
  @EnumSource
  void everyStudyCanRun(Scale scale) {
    for (Study study : Study.all()) {
      assertThat(new StudyOrder(study, 5, scale, Map.of()).check(Map.of()))
          // small windows were published, and one setting applies to cells of both protocols
          .allMatch(line -> line.contains("ENHANCE_YOUR_CALM") || line.contains("useHttp1=true"));
    }
  }

  @Tag("slow")
  @Test
  void resumesInterruptedStudyWithPackedForks() throws Exception {
    List<ProcessHandle> children;
    try (JavaProcess study =
        startStudy(
            "--quick --only ^(http1|memory-bound|on-receipt)- --set docCount=200".split(" "))) {
      study.awaitOutput("[2/3]");
      children = study.children();
      study.interrupt();
      study.waitFor();
      assertThat(study.output()).contains("To go on: ./streambench study strategies --resume");
    }
    for (ProcessHandle child : children) {
      child.onExit().get();
    }
    StudyFile kept = StudyFile.read(studyFolder().resolve("study.json"));
    assertThat(kept.outcomes()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(studyFolder().resolve("log/http1-12-20ms-1.txt"))
        .content()
        .contains("Warmup Iteration");
    pack(studyFolder());

    try (JavaProcess study = startStudy("--resume")) {
      assertThat(study.waitFor()).as(study.output()).isZero();
      assertThat(study.output()).contains("[3/3]").doesNotContain("[1/3]");
    }
    StudyFile done = StudyFile.read(studyFolder().resolve("study.json"));
    assertThat(done.settings().get("resumed"))
        .asInstanceOf(InstanceOfAssertFactories.list(String.class))
        .singleElement()
        .asString()
        .endsWith("the same environment");
    assertThat(studyFolder().resolve("report.md")).content().contains("- resumed: ");
    assertThat(done.outcomes()).hasSize(3);
    assertThat(done.outcomes().subList(0, 2)).isEqualTo(kept.outcomes().subList(0, 2));
    try (RawResults raw = RawResults.of(studyFolder())) {
      for (CellOutcome outcome : done.outcomes()) {
        assertThat(outcome.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(JmhFile.read(raw.resolve(outcome.result()))).hasSize(1);
      }
    }
    assertThat(studyFolder().resolve("report.html")).exists();
    assertThat(studyFolder().resolve("report.md")).content().contains("| memory-bound-12-20ms |");
    assertThat(studyFolder().resolve("chart-1.png")).exists();
  }

  /** Removes all files of a study that a repository does not keep, and zips the forks. */
  private static void pack(Path study) throws Exception {
    try (FileSystem zip =
        FileSystems.newFileSystem(study.resolve(RawResults.ZIP_NAME), Map.of("create", "true"))) {
      Files.createDirectory(zip.getPath("forks"));
      for (File fork : study.resolve("forks").toFile().listFiles()) {
        Files.move(fork.toPath(), zip.getPath("forks", fork.getName()));
      }
    }
    for (String inside : List.of("forks", "log", "stalls")) {
      for (File file : study.resolve(inside).toFile().listFiles()) {
        Files.delete(file.toPath());
      }
      Files.delete(study.resolve(inside));
    }
  }
}
