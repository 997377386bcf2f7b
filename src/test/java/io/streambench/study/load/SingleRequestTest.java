package io.streambench.study.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.study.SyntheticStudy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SingleRequestTest {
  private static StudyDocument document() {
    return new SingleRequest().conclude(SyntheticStudy.of("single-request", 1, Map.of()));
  }

  @Test
  void aPublishedFactorThatDoesNotFollowFromThePublishedFiguresIsFlagged() {
    assertThat(document().findings())
        .contains(
            "Flagged, published: 24.3 times the mean latency; calculated from the published figures"
                + " it is 23.8.")
        .noneMatch(line -> line.contains("times the throughput; calculated"));
  }

  @Test
  void publishedMicrosecondsCanBeToldApart() {
    ResultTable published = document().tables().get(2);
    List<String> row =
        published.columns().stream().map(column -> column.entries().get(0).text()).toList();
    assertThat(row).contains("0.112", "0.109", "0.0778", "100 %");
  }
}
