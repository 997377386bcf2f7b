package io.streambench.base.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A real browser that opens pages from files. */
public final class Browser {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  private static final String LOG = "browser.log";
  private static final String POLICY = "<meta http-equiv=\"Content-Security-Policy\"[^>]*>";

  private final Path program;

  private Browser(Path program) {
    this.program = program;
  }

  /** Finds a browser on the path. Without a browser, the test is skipped, but on CI it fails. */
  public static Browser find() {
    Path program =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .flatMap(path -> NAMES.stream().map(name -> Path.of(path, name)))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    if (System.getenv("CI") != null) {
      assertThat(program).as("a browser on the path; CI must have one").isNotNull();
    }
    assumeTrue(program != null, "no browser on the path");
    return new Browser(program);
  }

  /** Opens a page, and returns its document after its scripts have run. */
  public String open(Path folder, String page) throws IOException, InterruptedException {
    String dom = dumpDom(folder, page);
    assertThat(Files.readString(folder.resolve(LOG), StandardCharsets.ISO_8859_1))
        .doesNotContain(":CONSOLE");
    return dom;
  }

  /** Returns whether a script that was injected into the page runs under the page's own policy. */
  public boolean runsForeignScripts(Path folder, String page)
      throws IOException, InterruptedException {
    String script = "document.documentElement.dataset.foreign = 'ran'";
    String injected =
        "<script>" + script + "</script><img src='data:,' onerror=\"" + script + "\"></body>";
    String ran = "data-foreign=\"ran\"";
    assertThat(dumpDom(folder, page.replaceFirst(POLICY, "").replace("</body>", injected)))
        .as("without the policy")
        .contains(ran);
    return dumpDom(folder, page.replace("</body>", injected)).contains(ran);
  }

  private String dumpDom(Path folder, String page) throws IOException, InterruptedException {
    Path file = folder.resolve("page.html");
    Path dom = folder.resolve("dom.html");
    Path log = folder.resolve(LOG);
    Files.writeString(file, page);
    Process process =
        new ProcessBuilder(
                program.toString(),
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
      process.waitFor();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return Files.readString(dom);
  }

  /** Returns the page with an additional script, and without the policy that would block it. */
  public static String withScript(String page, String script) {
    return page.replaceFirst(POLICY, "")
        .replace("</body>", "<script>" + script + "</script></body>");
  }
}
