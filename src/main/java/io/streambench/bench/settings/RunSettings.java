package io.streambench.bench.settings;

import io.streambench.base.Installation;
import io.streambench.base.SettingException;
import io.streambench.base.ValueType;
import io.streambench.base.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Settings that apply to every benchmark, read from the system properties {@code streambench.*}.
 *
 * @param stallTimeout time without a tuple after which the watchdog stops the run; {@link #NEVER}
 *     waits for Solr's own timeouts
 * @param logsFolder parent of the folder to which a run writes its evidence
 * @param summaryFormat format of the table of results that is printed after the last run
 * @param recording whether flow control is recorded
 * @param isRedacted whether the evidence to attach to an issue is redacted
 * @param hasWholeLog whether the evidence to attach to an issue contains the whole log, regardless
 *     of its size
 */
public record RunSettings(
    Duration stallTimeout,
    Path logsFolder,
    SummaryFormat summaryFormat,
    RecordingMode recording,
    boolean isRedacted,
    boolean hasWholeLog) {
  public static final String STALL_TIMEOUT_PROPERTY = "streambench.stallTimeout";
  public static final String LOGS_PROPERTY = "streambench.logs";
  public static final String SUMMARY_PROPERTY = "streambench.summary";
  public static final String RECORDING_PROPERTY = "streambench.recording";
  public static final String REDACT_PROPERTY = "streambench.redact";
  public static final String WHOLE_LOG_PROPERTY = "streambench.wholeLog";

  /** A stall timeout that is never reached, so that only Solr's own timeouts end a stall. */
  public static final Duration NEVER = Duration.ofDays(36_500);

  private static final String DEFAULT_STALL_TIMEOUT = "10s";

  /** The default idle timeout of a Solr node. */
  private static final Duration SOLR_IDLE_TIMEOUT = Duration.ofMinutes(2);

  /** The maximum stall timeout other than {@code off}. It is longer than every timeout of Solr. */
  private static final Duration MAX_STALL_TIMEOUT = Duration.ofMinutes(60);

  private static final String DEFAULT_LOGS_FOLDER = "flow-control-logs";

  public enum SummaryFormat {
    /** Text, with only the parameters that differ between rows. */
    TEXT,
    /** Markdown, with only the parameters that differ between rows. */
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
    return of(properties);
  }

  /** Reads the settings from system properties. Missing properties have default values. */
  public static RunSettings of(Map<String, String> properties) {
    String logs = properties.get(LOGS_PROPERTY);
    return new RunSettings(
        parseStallTimeout(properties.getOrDefault(STALL_TIMEOUT_PROPERTY, DEFAULT_STALL_TIMEOUT)),
        logs == null ? Installation.moduleFolder().resolve(DEFAULT_LOGS_FOLDER) : parseFolder(logs),
        read(properties, SUMMARY_PROPERTY, ValueType.enumConstant(SummaryFormat.class), "text"),
        read(properties, RECORDING_PROPERTY, ValueType.enumConstant(RecordingMode.class), "on"),
        read(properties, REDACT_PROPERTY, ValueType.flag(), "true"),
        read(properties, WHOLE_LOG_PROPERTY, ValueType.flag(), "false"));
  }

  private static <T> T read(
      Map<String, String> properties, String name, ValueType<T> type, String defaultText) {
    return type.parse(name, properties.getOrDefault(name, defaultText));
  }

  private static Duration parseStallTimeout(String text) {
    return text.strip().equals("off")
        ? NEVER
        : Values.duration(
            STALL_TIMEOUT_PROPERTY, "be off or a positive time like ", text, MAX_STALL_TIMEOUT);
  }

  /**
   * Returns the minimum time without data that an evidence page shows as a stall: the stall
   * timeout, or the default stall timeout if the configured timeout is so long that Solr may end a
   * stall before the watchdog does.
   */
  public Duration shownStallTimeout() {
    return stallTimeout.compareTo(SOLR_IDLE_TIMEOUT) < 0
        ? stallTimeout
        : parseStallTimeout(DEFAULT_STALL_TIMEOUT);
  }

  /** Returns a copy with the given recording mode, or an equal copy if the mode is empty. */
  public RunSettings withRecording(Optional<RecordingMode> parameter) {
    return new RunSettings(
        stallTimeout,
        logsFolder,
        summaryFormat,
        parameter.orElse(recording),
        isRedacted,
        hasWholeLog);
  }

  /**
   * Returns this object. Throws {@link SettingException} if the folder {@code logs} is not
   * writable.
   */
  public RunSettings withCheckedLogs() {
    try {
      Files.createDirectories(logsFolder);
      Files.delete(Files.createTempFile(logsFolder, ".writable", null));
      return this;
    } catch (IOException e) {
      String instead = " (or the folder of JAVA_OPTS=-D" + LOGS_PROPERTY + "=FOLDER)";
      throw new SettingException(DEFAULT_LOGS_FOLDER + instead, "be writable", logsFolder);
    }
  }

  private static Path parseFolder(String text) {
    SettingException.throwIf(text.isBlank(), LOGS_PROPERTY, "name a folder", text);
    return Path.of(text).toAbsolutePath().normalize();
  }
}
