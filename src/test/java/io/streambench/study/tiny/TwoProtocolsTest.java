package io.streambench.study.tiny;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.results.StudyFile;
import io.streambench.study.Scale;
import io.streambench.study.StudyFolder;
import io.streambench.study.StudyOrder;
import io.streambench.study.StudyReport;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study is one package and one line: here the line hands it in, in {@code cli} it lists it. */
class TwoProtocolsTest {
  @TempDir Path results;

  @Test
  void aStudyOfAnotherPackageIsCheckedPlannedReadAndReported() throws Exception {
    StudyOrder order = new StudyOrder(new TwoProtocols(), 2, Scale.QUICK, Map.of());
    assertThat(order.check(Map.of())).isEmpty();
    assertThat(order.plan().steps()).hasSize(4);
    StudyFolder folder =
        StudyFolder.create(
            results, order.study().name(), LocalDateTime.now(ZoneId.systemDefault()));
    new StudyFile(order.study().name(), Map.of(), order.settings(), List.of())
        .writeTo(folder.file());
    StudyReport report = StudyReport.of(folder, name -> new TwoProtocols());
    assertThat(report.document().markdown(List.of()))
        .contains("Which protocol is faster with three shards?", "http1-false", "two-protocols");
  }
}
