package io.streambench.cli;

import io.streambench.cluster.DataFolder;
import io.streambench.config.Home;
import io.streambench.config.RunSettings;
import io.streambench.config.Text;
import io.streambench.doctor.Check;
import io.streambench.doctor.Check.Status;
import io.streambench.doctor.Checkup;
import io.streambench.doctor.Machine;
import io.streambench.redaction.Redactor;
import io.streambench.report.document.Document;
import io.streambench.report.document.Document.Section;
import io.streambench.report.document.Document.Tone;
import io.streambench.report.document.Part;
import io.streambench.report.table.ResultTable;
import io.streambench.watchdog.Environment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code streambench doctor}: is this machine fit for repeatable runs? */
@Command(name = "doctor")
final class DoctorVerb implements Callable<Integer> {
  @Mixin private FormatOption format;

  @Option(names = "--strict")
  private boolean strict;

  @Override
  public Integer call() {
    Path logs = RunSettings.ofThisJvm().logs();
    Checkup checkup =
        Checkup.of(
            new Machine(
                Path.of("/"), Environment.gitState(), Home.folder(), DataFolder.place(), logs));
    Map<String, Object> environment = environment();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("checks", checkup.checks());
    json.put("environment", environment);
    format.print(
        () -> text(checkup, environment), () -> markdown(checkup, environment), () -> json);
    boolean fails = strict && checkup.count(Status.WARN) > 0;
    return (fails ? ExitStatus.FAILED : ExitStatus.SUCCESS).code();
  }

  static String text(Checkup checkup, Map<String, Object> environment) {
    String summary =
        checkup.count(Status.WARN) == 0
            ? ": runs should be repeatable on this machine."
            : ": a run works, but its results may not be repeatable. See the advice below.";
    return document(checkup, environment, headline(checkup) + summary, "").text();
  }

  /** The report as collapsed Markdown, to paste into an issue. */
  static String markdown(Checkup checkup, Map<String, Object> environment) {
    String title = "streambench doctor: " + headline(checkup);
    return document(checkup, environment, "", title).markdown();
  }

  private static Document document(
      Checkup checkup, Map<String, Object> environment, String answer, String title) {
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
    List<Part> parts = List.of(checks, advice, new Part.Facts(facts));
    List<Section> sections = List.of(new Section(title, !title.isEmpty(), parts));
    return new Document("", "", Tone.UNCLEAR, answer, sections);
  }

  private static String headline(Checkup checkup) {
    int warnings = checkup.count(Status.WARN);
    return warnings == 0 ? "no warnings" : Text.of("%d warning(s)", warnings);
  }

  private static String shown(Object value) {
    return value instanceof List<?> many
        ? many.stream().map(String::valueOf).collect(Collectors.joining(" "))
        : String.valueOf(value);
  }

  /** The redacted environment, without this command's heap, which is not that of a run. */
  private static Map<String, Object> environment() {
    Redactor redactor = Redactor.ofThisMachine();
    Map<String, Object> environment = Environment.describe();
    environment.remove("maxHeapBytes");
    environment.replaceAll((name, value) -> redacted(redactor, value));
    return environment;
  }

  private static Object redacted(Redactor redactor, Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(element -> redacted(redactor, element)).toList();
    }
    return value instanceof String text ? redactor.redact(text) : value;
  }
}
