package io.streambench.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings for a whole run, whatever the benchmark: from {@code -Dstreambench.*}.
 *
 * @param stallTimeout time without a tuple after which the watchdog judges; {@link #NEVER} if it is
 *     to leave a silence to Solr
 * @param logs folder under which a run leaves its own folder of evidence
 * @param summary shape of the table at the end
 * @param recording whether flow control is recorded
 * @param redact whether the evidence to attach to an issue is redacted
 * @param wholeLog whether it has the whole log, however long
 */
public record RunSettings(
    Duration stallTimeout,
    Path logs,
    SummaryFormat summary,
    RecordingMode recording,
    boolean redact,
    boolean wholeLog) {
  public static final String STALL_TIMEOUT_PROPERTY = "streambench.stallTimeout";
  public static final String LOGS_PROPERTY = "streambench.logs";
  public static final String SUMMARY_PROPERTY = "streambench.summary";
  public static final String RECORDING_PROPERTY = "streambench.recording";
  public static final String REDACT_PROPERTY = "streambench.redact";
  public static final String WHOLE_LOG_PROPERTY = "streambench.wholeLog";

  /** A stall timeout that no silence reaches: Solr's own timers end the run. */
  public static final Duration NEVER = Duration.ofDays(36_500);

  private static final String DEFAULT_STALL_TIMEOUT = "10s";

  /** The idle timeout of a node, as Solr comes. */
  private static final Duration SOLRS_OWN_TIMER = Duration.ofMinutes(2);

  /** Longer than every timer of Solr's; whoever means to wait for these can say off. */
  private static final Duration MAX_STALL_TIMEOUT = Duration.ofMinutes(60);

  private static final String LOGS_FOLDER = "flow-control-logs";

  public enum SummaryFormat {
    /** The parameters that differ. */
    TEXT,
    /** The same in Markdown. */
    MD,
    /** All parameters, as JMH prints them. */
    WIDE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static RunSettings ofThisJvm() {
    Map<String, String> properties =
        System.getProperties().stringPropertyNames().stream()
            .collect(Collectors.toMap(name -> name, System::getProperty));
    return of(properties, Home.folder());
  }

  /** Reads the properties of a fork; logs go below the home unless one says otherwise. */
  public static RunSettings of(Map<String, String> properties, Path home) {
    String logs = properties.get(LOGS_PROPERTY);
    return new RunSettings(
        stallTimeout(properties.getOrDefault(STALL_TIMEOUT_PROPERTY, DEFAULT_STALL_TIMEOUT)),
        logs == null ? home.resolve(LOGS_FOLDER) : folder(logs),
        Values.oneOf(SUMMARY_PROPERTY, properties, SummaryFormat.TEXT),
        Values.oneOf(RECORDING_PROPERTY, properties, RecordingMode.ON),
        Values.flag(REDACT_PROPERTY, properties.getOrDefault(REDACT_PROPERTY, "true")),
        Values.flag(WHOLE_LOG_PROPERTY, properties.getOrDefault(WHOLE_LOG_PROPERTY, "false")));
  }

  private static Duration stallTimeout(String text) {
    return text.strip().equals("off")
        ? NEVER
        : Values.duration(
            STALL_TIMEOUT_PROPERTY, "be off or a positive time like ", text, MAX_STALL_TIMEOUT);
  }

  /**
   * The silence that a page of evidence shows as a stall: the default where Solr's own timers may
   * end a stall before it is judged, which would be in no page otherwise.
   */
  public Duration stallShown() {
    return stallTimeout.compareTo(SOLRS_OWN_TIMER) < 0
        ? stallTimeout
        : stallTimeout(DEFAULT_STALL_TIMEOUT);
  }

  /** The same, recorded as a parameter of the benchmark says, if it says anything. */
  public RunSettings recordedAs(Optional<RecordingMode> parameter) {
    return new RunSettings(
        stallTimeout, logs, summary, parameter.orElse(recording), redact, wholeLog);
  }

  /** Makes sure that a folder of evidence can be written when it is needed. */
  public RunSettings checkedLogs() {
    try {
      Files.createDirectories(logs);
      Files.delete(Files.createTempFile(logs, ".writable", null));
      return this;
    } catch (IOException e) {
      String instead = " (or the folder of JAVA_OPTS=-D" + LOGS_PROPERTY + "=FOLDER)";
      throw new SettingException(LOGS_FOLDER + instead, "be writable", logs);
    }
  }

  private static Path folder(String text) {
    try {
      if (!text.isBlank()) {
        return Path.of(text).toAbsolutePath().normalize();
      }
    } catch (InvalidPathException e) {
      // A name that this file system cannot have: the rule is the same.
    }
    throw new SettingException(LOGS_PROPERTY, "name a folder", text);
  }
}
