package io.streambench.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.document.Browser;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens pages in a real browser, from a file. */
@Tag("browser")
class ComparisonBrowserTest {
  @TempDir Path folder;
  private Browser browser;

  @BeforeEach
  void findBrowser() {
    browser = Browser.find();
  }

  private String page() throws Exception {
    return new ComparisonReport(
            Comparisons.results(folder.resolve("results"), 0.05),
            Optional.empty(),
            Comparisons.NO_DEFAULTS)
        .page();
  }

  @Test
  void bothChartsAreDrawnWithoutAnError() throws Exception {
    assertThat(browser.open(folder, page()))
        .contains("data-errors=\"0\"")
        .contains("data-drawn=\"2\"");
  }

  @Test
  void aClickOnAHeadSortsAndAnotherTurnsItRound() throws Exception {
    assertThat(
            browser.open(
                folder,
                Browser.with(
                    page(),
                    """
                    const table = document.querySelector('table.sortable');
                    const heads = [...table.tHead.rows[0].cells];
                    const column = heads.findIndex((head) => head.textContent === 'ratio (95 %)');
                    const seen = () => [...table.tBodies[0].rows]
                      .map((row) => row.cells[column].dataset.sort).filter((key) => key)
                      .map((key) => (+key).toFixed(1)).join(' ');
                    const button = heads[column].querySelector('button');
                    button.click();
                    document.documentElement.dataset.up = seen();
                    button.click();
                    document.documentElement.dataset.down = seen();
                    document.documentElement.dataset.sort = heads[column].getAttribute('aria-sort');
                    """)))
        .contains("data-up=\"0.8 1.0\"")
        .contains("data-down=\"1.0 0.8\"")
        .contains("data-sort=\"descending\"");
  }
}
