package io.streambench.bench.runfolder;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedVerdictTest {
  private static final String SLOTS =
      """
      {"verdict": "STALLED", "cause": "STREAM_SLOTS", "reason": "2 requests wait", "sessions": []}
      """;

  @TempDir Path folder;

  private Path writeVerdict(String json) throws IOException {
    Files.writeString(folder.resolve("verdict.json"), json);
    return folder;
  }

  private Path writeZip(String name, String json) throws IOException {
    Path zip = folder.resolve("run.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry(name));
      out.write(json.getBytes(StandardCharsets.UTF_8));
    }
    return zip;
  }

  /**
   * Reads a large file, which a zip of a few kilobytes can contain. As a JSON tree, it would take
   * hundreds of megabytes.
   */
  @Test
  void readsVerdictFromFileWithManyOtherValues() throws Exception {
    String pad = "{\"pad\": [" + "[],".repeat(8 << 20) + "[]], ";
    Path zip = writeZip("run/verdict.json", pad + SLOTS.strip().substring(1));
    assertThat(RecordedVerdict.of(List.of(zip)).orElseThrow().cause())
        .contains(StallCause.STREAM_SLOTS);
  }

  private static Diagnosis quietDiagnosis() {
    return new Diagnosis(
        Source.WINDOWS,
        Optional.empty(),
        Optional.empty(),
        5,
        ReadCounts.NONE,
        OptionalLong.of(1),
        OptionalLong.of(2),
        List.of(),
        List.of());
  }

  @Test
  void readsHangWithoutWindowsFromFolderOrZip() throws Exception {
    for (Path run : List.of(writeVerdict(SLOTS), writeZip("run/verdict.json", SLOTS))) {
      Diagnosis diagnosis = quietDiagnosis().withReportedVerdict(RecordedVerdict.of(List.of(run)));
      assertThat(diagnosis.finding()).isEqualTo(Finding.STALLED);
      assertThat(diagnosis.cause()).contains(StallCause.STREAM_SLOTS);
    }
  }

  @Test
  void keepsOwnVerdictIfWindowsShowStall() throws Exception {
    Verdict own = Verdict.reportedByRun(StallCause.SESSION_WINDOW, "the windows show it");
    Diagnosis stalled = quietDiagnosis().withReportedVerdict(Optional.of(own));
    assertThat(
            stalled.withReportedVerdict(RecordedVerdict.of(List.of(writeVerdict(SLOTS)))).verdict())
        .contains(own);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "[{\"verdict\": \"STALLED\", \"cause\": \"STREAM_SLOTS\"}]",
        "{",
        "{\"verdict\": \"NO_STALL\", \"cause\": \"UNKNOWN\"}",
        "{\"verdict\": \"STALLED\", \"cause\": null}",
        "{\"verdict\": \"STALLED\", \"cause\": \"OF_A_LATER_VERSION\"}"
      })
  void ignoresUnreadableOrHarmlessVerdicts(String json) throws Exception {
    assertThat(RecordedVerdict.of(List.of(writeVerdict(json)))).isEmpty();
    assertThat(RecordedVerdict.of(List.of(writeZip("verdict.json", json)))).isEmpty();
  }

  @Test
  void readsNoVerdictForSingleOrSeveralFiles() throws Exception {
    Path log = Files.writeString(writeVerdict(SLOTS).resolve("flow.log"), "lines");
    assertThat(RecordedVerdict.of(List.of(log))).isEmpty();
    assertThat(RecordedVerdict.of(List.of(folder, log))).isEmpty();
    assertThat(RecordedVerdict.of(List.of(folder.resolve("missing")))).isEmpty();
  }
}
