package io.streambench.cli;

import io.streambench.config.Home;
import io.streambench.config.RunSettings;
import io.streambench.doctor.Check.Status;
import io.streambench.doctor.Checkup;
import io.streambench.doctor.Machine;
import io.streambench.redaction.Redactor;
import io.streambench.watchdog.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code streambench doctor}: is this machine fit for a run that others can repeat? */
@Command(name = "doctor")
final class DoctorVerb implements Callable<Integer> {
  @Mixin private FormatOption format;

  @Option(names = "--strict")
  private boolean strict;

  @Override
  public Integer call() {
    Path logs = RunSettings.of(StreambenchMain.systemProperties(), Home.folder()).logs();
    Checkup checkup =
        Checkup.of(
            new Machine(
                Path.of("/"), Environment.gitState(), Home.folder(), Home.dataFolder(), logs));
    DoctorReport report = new DoctorReport(checkup, environment());
    switch (format.format()) {
      case TEXT -> format.answer().print(report.text());
      case MD -> format.answer().print(report.markdown());
      case JSON -> format.json(report.json());
    }
    boolean fails = strict && checkup.count(Status.WARN) > 0;
    return (fails ? ExitStatus.FAILED : ExitStatus.SUCCESS).code();
  }

  /** The heap of this command says nothing about the heap of a run. */
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
