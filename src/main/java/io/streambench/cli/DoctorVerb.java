package io.streambench.cli;

import io.streambench.base.Installation;
import io.streambench.base.TextFormat;
import io.streambench.base.files.DataFolder;
import io.streambench.base.page.Document;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Document.Tone;
import io.streambench.base.page.Part;
import io.streambench.base.table.ResultTable;
import io.streambench.bench.doctor.Checkup;
import io.streambench.bench.doctor.Checkup.Check;
import io.streambench.bench.doctor.Checkup.Check.Status;
import io.streambench.bench.doctor.Machine;
import io.streambench.bench.redaction.Redactor;
import io.streambench.bench.runfolder.Environment;
import io.streambench.bench.settings.RunSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code streambench doctor}, which checks whether results on this machine are
 * repeatable.
 */
@Command(name = "doctor")
final class DoctorVerb implements Callable<Integer> {
  @Mixin private FormatOption format;

  @Option(names = "--strict")
  private boolean isStrict;

  @Override
  public Integer call() {
    Path logs = RunSettings.ofThisJvm().logsFolder();
    List<Check> checks =
        Checkup.of(
            Machine.read(
                Environment.gitState(),
                Installation.moduleFolder(),
                DataFolder.defaultParent(),
                logs));
    Map<String, Object> environment = environment();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("checks", checks);
    json.put("environment", environment);
    format.print(() -> text(checks, environment), () -> markdown(checks, environment), () -> json);
    boolean fails = isStrict && !warnings(checks).isEmpty();
    return (fails ? ExitStatus.FAILED : ExitStatus.SUCCESS).code();
  }

  static String text(List<Check> checks, Map<String, Object> environment) {
    String summary =
        warnings(checks).isEmpty()
            ? ": runs should be repeatable on this machine."
            : ": a run works, but its results may not be repeatable. See the advice below.";
    return document(checks, environment, headline(checks) + summary, "").text();
  }

  /** Returns the report as a collapsed section of Markdown, to paste into an issue. */
  static String markdown(List<Check> checks, Map<String, Object> environment) {
    String title = "streambench doctor: " + headline(checks);
    return document(checks, environment, "", title).markdown();
  }

  private static Document document(
      List<Check> checks, Map<String, Object> environment, String summary, String title) {
    Part found =
        new Part.Table(
            ResultTable.withAllColumns("", checks)
                .text("", Check::status)
                .text("check", Check::name)
                .text("found", Check::found));
    Part advice =
        new Part.Items(
            warnings(checks).stream().map(check -> check.name() + ": " + check.advice()).toList());
    Map<String, String> facts = new LinkedHashMap<>();
    environment.forEach((name, value) -> facts.put(name, formatValue(value)));
    List<Part> parts = List.of(found, advice, new Part.Facts(facts));
    List<Section> sections = List.of(new Section(title, !title.isEmpty(), parts));
    return new Document("", "", Tone.UNCLEAR, summary, sections);
  }

  private static String headline(List<Check> checks) {
    int warnings = warnings(checks).size();
    return warnings == 0 ? "no warnings" : TextFormat.of("%d warning(s)", warnings);
  }

  private static List<Check> warnings(List<Check> checks) {
    return checks.stream().filter(check -> check.status() == Status.WARN).toList();
  }

  private static String formatValue(Object value) {
    return value instanceof List<?> many
        ? many.stream().map(String::valueOf).collect(Collectors.joining(" "))
        : String.valueOf(value);
  }

  /** Returns the redacted environment. Omits the heap size, because benchmarks use another size. */
  private static Map<String, Object> environment() {
    Redactor redactor = Redactor.ofThisMachine();
    Map<String, Object> environment = Environment.describe();
    environment.remove("maxHeapBytes");
    environment.replaceAll((name, value) -> redact(redactor, value));
    return environment;
  }

  private static Object redact(Redactor redactor, Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(element -> redact(redactor, element)).toList();
    }
    return value instanceof String text ? redactor.redact(text) : value;
  }
}
