package io.streambench.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonPageTest {
  private static final String HOSTILE = "</script><img src=x onerror=alert(1)>";

  @TempDir Path folder;

  @Test
  void thePageHasEveryVerdictAndAsksNobody() throws IOException {
    String page = ComparisonPage.render(Comparisons.results(folder, 0.05), Comparisons.NO_DEFAULTS);
    assertThat(page)
        .contains("<strong class=\"word\">REGRESSION</strong>")
        .contains("20 % slower (14–25 %)")
        .contains("STALLED in 1 of 1 run")
        .contains("too few forks")
        .contains("default-src 'none'")
        .doesNotContain("{{", "<link rel=\"stylesheet\"", "<script src");
  }

  @Test
  void namesThatPretendToBeMarkupAreShownAsTheyAre() throws IOException {
    assertThat(
            ComparisonPage.render(
                Comparisons.results(folder, 0, "before", HOSTILE), Comparisons.NO_DEFAULTS))
        .contains("&lt;img src")
        .doesNotContain("<img");
  }
}
