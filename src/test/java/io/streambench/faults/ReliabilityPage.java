package io.streambench.faults;

import io.streambench.config.Home;
import io.streambench.files.WholeFile;
import io.streambench.report.table.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The record whose tables are written by those who measure: {@code docs/results/faults.md}. */
final class ReliabilityPage {
  private static final Path PAGE = Home.folder().resolve("docs/results/faults.md");

  private static final int HEAD_LINES = 2;

  private ReliabilityPage() {}

  /**
   * Writes a table below {@code target/faults/}, and with {@code -Dfaults.write=true} into the
   * page, which never loses rows.
   */
  static void write(String name, ResultTable table) throws IOException {
    StringBuilder text = new StringBuilder("\n").append(table.markdown());
    text.append('\n');
    Path folder = Files.createDirectories(Home.folder().resolve("target/faults"));
    WholeFile.write(folder.resolve(name + ".md"), text);
    if (Boolean.getBoolean("faults.write")) {
      String page = Files.readString(PAGE);
      String begin = "<!-- " + name + ": ./mvnw verify -Pfaults -->\n";
      int from = page.indexOf(begin) + begin.length();
      int to = page.indexOf("<!-- end of " + name + " -->");
      if (from < begin.length() || to < from) {
        throw new IOException(PAGE + " has no place for " + name);
      }
      if (rows(text) <= HEAD_LINES) {
        return; // nothing came of it
      }
      if (rows(text) < rows(page.substring(from, to))) {
        throw new IOException(
            PAGE
                + " has more rows of "
                + name
                + ", and is left alone: see target/faults/"
                + name
                + ".md");
      }
      WholeFile.write(PAGE, page.substring(0, from) + text + page.substring(to));
    }
  }

  private static long rows(CharSequence table) {
    return table.toString().lines().filter(line -> line.startsWith("|")).count();
  }
}
