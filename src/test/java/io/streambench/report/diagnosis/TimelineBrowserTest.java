package io.streambench.report.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.Diagnosis;
import io.streambench.report.document.Browser;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens pages in a real browser, from a file. */
@Tag("browser")
class TimelineBrowserTest {
  @TempDir Path folder;
  private Browser browser;

  @BeforeEach
  void findBrowser() {
    browser = Browser.find();
  }

  private String open(String page) throws IOException, InterruptedException {
    return browser.open(folder, page);
  }

  private static String page(Diagnosis diagnosis) {
    return TimelinePageTest.page(diagnosis);
  }

  @Test
  void everyLaneIsDrawnWithoutAnError() throws Exception {
    assertThat(open(page(Diagnoses.stalled())))
        .contains("data-errors=\"0\"")
        .contains("data-lanes=\"19\"")
        .contains("starved: nothing to read");
  }

  @Test
  void whatGotIntoThePageDoesNotRunUnderItsPolicy() throws Exception {
    assertThat(browser.runsForeignScripts(folder, page(Diagnoses.stalled()))).isFalse();
  }

  @Test
  void keysAndButtonsZoomMoveAndShowAllAgain() throws Exception {
    String dom =
        open(
            Browser.with(
                page(Diagnoses.stalledWith("abc", 3)),
                """
                const root = document.documentElement;
                const look = () => {
                  const box = document.querySelector('.charts');
                  if (root.dataset.lanes !== '3') { setTimeout(look, 50); return; }
                  const plots = box.querySelector('.plots');
                  const key = (name, shift) => plots.dispatchEvent(
                    new KeyboardEvent('keydown', { key: name, shiftKey: !!shift, bubbles: true }));
                  const seen = [];
                  const note = () => seen.push(Math.round(box.dataset.from / 1e6) + '-' + Math.round(box.dataset.to / 1e6));
                  key('0'); note();
                  key('+'); note();
                  key('ArrowRight'); note();
                  key('-'); note();
                  box.querySelector('[data-do=in]').click(); note();
                  box.querySelector('[data-do=reset]').click(); note();
                  key('ArrowLeft', true);
                  root.dataset.seen = seen.join(' ');
                  root.dataset.reading = box.querySelector('.reading').textContent;
                };
                look();
                """));
    assertThat(dom)
        .contains("data-errors=\"0\"")
        .contains("data-seen=\"0-1025 256-769 384-897 0-1025 256-769 0-1025\"")
        .contains("data-reading=\"0.502 s · window 455.1 KiB · unread 568.9 KiB");
  }

  @Test
  void withoutDecompressionStreamThePageSaysSoAndKeepsItsTables() throws Exception {
    String page =
        page(Diagnoses.stalled())
            .replaceFirst("<meta http-equiv=\"Content-Security-Policy\"[^>]*>", "")
            .replace("<head>", "<head><script>delete window.DecompressionStream</script>");
    assertThat(open(page))
        .contains("it lacks DecompressionStream")
        .contains("data-lanes=\"0\"")
        .contains(">697,231</td>");
  }
}
