package io.streambench.cli;

import io.streambench.doctor.Check;
import io.streambench.doctor.Check.Status;
import io.streambench.doctor.Checkup;
import io.streambench.report.document.Document;
import io.streambench.report.document.Document.Section;
import io.streambench.report.document.Document.Tone;
import io.streambench.report.document.Part;
import io.streambench.report.table.ResultTable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A checkup and the environment, in each of the formats. Advice is left out where people read and
 * nothing is wrong; programs always get it.
 */
record DoctorReport(Checkup checkup, Map<String, Object> environment) {
  String text() {
    return document(summary(), false).text();
  }

  /** The report as Markdown that is folded, to be pasted into an issue. */
  String markdown() {
    return document("", true).markdown();
  }

  /** Keys {@code checks} and {@code environment}. */
  Map<String, Object> json() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("checks", checkup.checks());
    report.put("environment", environment);
    return report;
  }

  private Document document(String answer, boolean folded) {
    Part checks =
        new Part.Rows(
            ResultTable.grid("", checkup.checks())
                .text("", Check::status)
                .text("check", Check::name)
                .text("found", Check::found));
    Part advice =
        new Part.Items(
            checkup.checks().stream()
                .filter(check -> check.status() == Status.WARN)
                .map(check -> check.name() + ": " + check.advice())
                .toList());
    Map<String, String> facts = new LinkedHashMap<>();
    environment.forEach((name, value) -> facts.put(name, shown(value)));
    String title = folded ? "streambench doctor: " + headline() : "";
    return new Document(
        "",
        "",
        Tone.UNCLEAR,
        answer,
        List.of(new Section(title, folded, List.of(checks, advice, new Part.Facts(facts)))));
  }

  private String headline() {
    int warnings = checkup.count(Status.WARN);
    return warnings == 0 ? "no warnings" : warnings == 1 ? "1 warning" : warnings + " warnings";
  }

  private String summary() {
    return headline()
        + (checkup.count(Status.WARN) == 0
            ? ": runs should be repeatable on this machine."
            : ": a run works, but its results may not be repeatable. See the advice below.");
  }

  private static String shown(Object value) {
    return value instanceof Collection<?> many
        ? many.stream().map(String::valueOf).collect(Collectors.joining(" "))
        : String.valueOf(value);
  }
}
