package io.streambench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.streambench.analysis.Diagnosis;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens pages in a real browser, from a file. */
@Tag("browser")
class TimelineBrowserTest {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome");

  @TempDir Path folder;
  private Path browser;

  @BeforeEach
  void findBrowser() {
    browser =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .flatMap(path -> BROWSERS.stream().map(name -> Path.of(path, name)))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    if (System.getenv("CI") != null) {
      assertThat(browser).as("a browser on the path; CI must have one").isNotNull();
    }
    assumeTrue(browser != null, "no browser on the path");
  }

  /** The document as it is once its scripts have run. */
  private String open(String page) throws IOException, InterruptedException {
    Path file = folder.resolve("page.html");
    Path dom = folder.resolve("dom.html");
    Path log = folder.resolve("browser.log");
    Files.writeString(file, page);
    Process process =
        new ProcessBuilder(
                browser.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=1200,900",
                "--virtual-time-budget=5000",
                "--enable-logging=stderr",
                "--dump-dom",
                file.toUri().toString())
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the browser ends").isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    assertThat(Files.readString(log, StandardCharsets.ISO_8859_1)).doesNotContain(":CONSOLE");
    return Files.readString(dom);
  }

  private static String page(Diagnosis diagnosis) {
    return TimelinePage.render(diagnosis, "a log", List.of(), List.of());
  }

  /** With one more script, which the page itself would not let run. */
  private static String with(String page, String script) {
    return page.replaceFirst("<meta http-equiv=\"Content-Security-Policy\"[^>]*>", "")
        .replace("</body>", "<script>" + script + "</script></body>");
  }

  @Test
  void everyLaneIsDrawnWithoutAnError() throws Exception {
    assertThat(open(page(Diagnoses.stalled())))
        .contains("data-errors=\"0\"")
        .contains("data-lanes=\"19\"")
        .contains("starved: nothing to read");
  }

  @Test
  void hostileTextDoesNotRun() throws Exception {
    String hostile = "</script><img src=x onerror=\"document.documentElement.id='hit'\">";
    assertThat(
            open(
                TimelinePage.render(
                    Diagnoses.stalledWith(hostile, 3), hostile, List.of(), List.of())))
        .contains("data-errors=\"0\"")
        .contains("data-lanes=\"3\"")
        .doesNotContain("<img")
        .doesNotContain("id=\"hit\"");
  }

  @Test
  void keysAndButtonsZoomMoveAndShowAllAgain() throws Exception {
    String dom =
        open(
            with(
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
        .contains("<td class=\"number\">697,231</td>");
  }
}
