package io.streambench.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.page.Browser;
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
  void thePageIsSortableAndItsBarsLieOnTheAxis() throws Exception {
    assertThat(
            browser.open(
                folder,
                Browser.with(
                    StudyPage.render(StudyPageTest.document("x")),
                    """
                    const first = () => document.querySelector('tbody tr').cells[0].textContent;
                    const button = document.querySelectorAll('th button')[0];
                    button.click();
                    const seen = [first()];
                    button.click();
                    seen.push(first());
                    const range = document.querySelector('.range').getBoundingClientRect();
                    const track = document.querySelector('.track').getBoundingClientRect();
                    const inside = range.left >= track.left && range.right <= track.right;
                    document.documentElement.dataset.seen = seen.join(' ') + ' ' + inside;
                    """)))
        .contains("data-seen=\"A1 A2 true\"");
  }

  @Test
  void curvesAreDrawnWithoutAnError() throws Exception {
    assertThat(browser.open(folder, StudyPage.render(StudyPageTest.withCurves("x"))))
        .contains("data-errors=\"0\"", "data-drawn=\"1\"");
  }

  @Test
  void whatGotIntoThePageDoesNotRunUnderItsPolicy() throws Exception {
    String page = StudyPage.render(StudyPageTest.document("x"));
    assertThat(browser.runsForeignScripts(folder, page)).isFalse();
    String curves = StudyPage.render(StudyPageTest.withCurves("x"));
    assertThat(browser.runsForeignScripts(folder, curves)).isFalse();
  }
}
