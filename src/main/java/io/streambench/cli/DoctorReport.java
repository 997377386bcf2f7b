package io.streambench.cli;

import io.streambench.doctor.Check;
import io.streambench.doctor.Check.Status;
import io.streambench.doctor.Checkup;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/**
 * A checkup and the environment, in each of the formats. Advice is left out where people read and
 * nothing is wrong; programs always get it.
 */
record DoctorReport(Checkup checkup, Map<String, Object> environment) {
  /** Two tables of at most 100 columns. */
  String text() {
    TextTable checks =
        table(new Column(8, 0, Overflow.SPAN), new Column(16, 0, Overflow.SPAN), wrapped(76));
    for (Check check : checkup.checks()) {
      checks.addRowValues(check.status().toString(), check.name(), check.found());
      if (check.status() == Status.WARN) {
        checks.addRowValues("", "", "-> " + check.advice());
      }
    }
    TextTable block = table(new Column(24, 2, Overflow.SPAN), wrapped(76));
    environment.forEach((name, value) -> block.addRowValues(name, shown(value)));
    return checks + "\n" + summary() + "\n\nenvironment\n" + block;
  }

  /** The report as Markdown that is folded, to be pasted into an issue. */
  String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("<details><summary>streambench doctor: ").append(headline()).append("</summary>\n");
    text.append("\n| | check | found | advice |\n|---|---|---|---|\n");
    for (Check check : checkup.checks()) {
      row(
          text,
          check.status().toString(),
          check.name(),
          check.found(),
          check.status() == Status.WARN ? check.advice() : "");
    }
    text.append("\n| environment | |\n|---|---|\n");
    environment.forEach((name, value) -> row(text, name, shown(value)));
    return text.append("\n</details>\n").toString();
  }

  /** Keys {@code checks} and {@code environment}. */
  Map<String, Object> json() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("checks", checkup.checks());
    report.put("environment", environment);
    return report;
  }

  private String headline() {
    int warnings = checkup.count(Status.WARN);
    return switch (warnings) {
      case 0 -> "no warnings";
      case 1 -> "1 warning";
      default -> warnings + " warnings";
    };
  }

  private String summary() {
    return headline()
        + (checkup.count(Status.WARN) == 0
            ? ": runs should be repeatable on this machine."
            : ": a run works, but its results may not be repeatable. See the advice " + "above.");
  }

  private static TextTable table(Column... columns) {
    return TextTable.forColumns(Help.defaultColorScheme(Ansi.OFF), columns);
  }

  private static Column wrapped(int width) {
    return new Column(width, 0, Overflow.WRAP);
  }

  private static void row(StringBuilder text, String... cells) {
    for (String cell : cells) {
      text.append("| ").append(escaped(cell)).append(' ');
    }
    text.append("|\n");
  }

  private static String escaped(String cell) {
    return cell.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;");
  }

  private static String shown(Object value) {
    return value instanceof Collection<?> many
        ? many.stream().map(String::valueOf).collect(Collectors.joining(" "))
        : String.valueOf(value);
  }
}
