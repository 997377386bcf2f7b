package io.streambench.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.document.Browser;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens a study's page in a real browser, from a file. */
@Tag("browser")
class StudyBrowserTest {
  @TempDir Path folder;
  private Browser browser;

  @BeforeEach
  void findBrowser() {
    browser = Browser.find();
  }

  @Test
  void bothKindsOfChartsAreDrawnWithoutAnError() throws Exception {
    assertThat(browser.open(folder, StudyDocumentTest.document("x").page()))
        .contains("data-errors=\"0\"", "data-drawn=\"2\"");
  }
}
