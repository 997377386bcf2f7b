package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.page.Document;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Document.Tone;
import io.streambench.base.page.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvocationTest {
  private static final String COMMAND = "java -jar target/streambench.jar ";

  @Test
  void reportFitsTerminalWithLongerCommand() {
    String sentence =
        "Take two thread dumps of it, or run (./streambench attach PID) on its machine, and then"
            + " (./streambench analyze FILE) on both, or (./streambench diagnose URL) again.";
    String code = "./streambench analyze " + "solr-threads-of-a-node.txt ".repeat(5).strip();
    Part codePart = new Part.Code("", List.of(code));
    String report =
        new Document(
                "",
                "POSSIBLE",
                Tone.UNCLEAR,
                sentence,
                List.of(Section.items("What to do", List.of(sentence)), Section.of("", codePart)))
            .text();
    String replaced = Invocation.replaceCommandInReport(report, COMMAND);
    assertThat(replaced.lines())
        .filteredOn(line -> !line.startsWith("      "))
        .allMatch(line -> line.length() <= 120);
    assertThat(replaced).contains("\n      " + code.replace("./streambench ", COMMAND) + "\n");
    assertThat(replaced.replaceAll("\\s+", " "))
        .isEqualTo(report.replace("./streambench ", COMMAND).replaceAll("\\s+", " "));
  }
}
