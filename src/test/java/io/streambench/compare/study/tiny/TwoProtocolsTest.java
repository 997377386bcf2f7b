package io.streambench.compare.study.tiny;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.study.Scale;
import io.streambench.compare.study.Study;
import io.streambench.compare.study.StudyFolder;
import io.streambench.compare.study.StudyOrder;
import io.streambench.compare.study.StudyReport;
import io.streambench.compare.study.SyntheticStudy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a study needs only one entry of {@code studies.json}. */
class TwoProtocolsTest {
  @TempDir Path results;

  /** A minimal study in another package. */
  private static final Study TWO_PROTOCOLS =
      SyntheticStudy.parseStudy(
          """
          {
            "name": "two-protocols",
            "question": "Which protocol is faster with three shards?",
            "title": "Two protocols",
            "quick": "1x1 1x1",
            "full": "1x1 1x1",
            "variants": {"http1": ["HTTP/1.1", "useHttp1=true"]},
            "grids": [
              {
                "label": "{protocol}-3",
                "set": "{small} useHttp1=false numShards=3",
                "axes": {"protocol": "http1 http2"}
              }
            ],
            "baselines": [{"words": "HTTP/1.1", "cells": "http2-3", "baseline": "http1-3"}]
          }
          """);

  @Test
  void checksPlansReadsAndReportsMinimalStudy() throws Exception {
    StudyOrder order = new StudyOrder(TWO_PROTOCOLS, 2, Scale.QUICK, Map.of());
    assertThat(order.check(Map.of())).isEmpty();
    assertThat(order.plannedForks()).hasSize(4);
    StudyFolder folder = StudyFolder.create(results, order.study().name());
    new StudyFile(order.study().name(), Map.of(), order.toSettings(), List.of(), List.of())
        .writeTo(folder.studyFile());
    StudyReport report = StudyReport.of(folder, name -> TWO_PROTOCOLS);
    assertThat(report.markdown(List.of()))
        .contains("Which protocol is faster with three shards?", "http2-3", "two-protocols");
  }
}
