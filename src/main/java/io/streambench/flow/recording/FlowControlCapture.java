package io.streambench.flow.recording;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.appender.DefaultErrorHandler;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.appender.rolling.DefaultRolloverStrategy;
import org.apache.logging.log4j.core.appender.rolling.SizeBasedTriggeringPolicy;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.apache.logging.log4j.core.filter.DenyAllFilter;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.util.Throwables;

/**
 * Captures Jetty's flow-control debug log into rolling files, on a separate thread. With {@link
 * CaptureMode#STALLS} only lines on session stalls are formatted. A full disk ends the capture but
 * not the run.
 */
public final class FlowControlCapture implements AutoCloseable {
  /** The logger in Jetty 10 and 11, where every strategy logs under the name of the interface. */
  static final String JETTY_10_LOGGER_NAME = "org.eclipse.jetty.http2.FlowControlStrategy";

  /** The loggers of all Jetty versions. In Jetty 12, each class has its own. */
  static final Set<String> LOGGER_NAMES =
      Set.of(
          JETTY_10_LOGGER_NAME,
          "org.eclipse.jetty.http2.AbstractFlowControlStrategy",
          "org.eclipse.jetty.http2.BufferingFlowControlStrategy");

  private static final String FILE_NAME = "flow-control.log";
  static final int MAX_FILES = 9;

  /**
   * The size at which the next file begins. Nine full files, plus the gzip file that replaces them
   * one by one, stay below 512 MB.
   */
  static final int MEGABYTES_PER_FILE = 48;

  private static final int MAX_QUEUED_LINES = 64 * 1024;
  private static final long DRAIN_TIMEOUT_MILLIS = 2_000;

  private final Path folder;
  private final LoggerContext context;
  private final Optional<Filter> onlyStalls;
  private final List<Appender> appenders;

  private FlowControlCapture(
      Path folder, LoggerContext context, Optional<Filter> onlyStalls, List<Appender> appenders) {
    this.onlyStalls = onlyStalls;
    this.folder = folder;
    this.context = context;
    this.appenders = appenders;
  }

  /**
   * Starts to capture into a folder; {@code warnings} gets the reason if the capture ends early.
   */
  public static FlowControlCapture start(CaptureMode mode, Path folder, Consumer<String> warnings) {
    if (mode == CaptureMode.OFF) {
      return new FlowControlCapture(folder, null, Optional.empty(), List.of());
    }
    return start(mode, folder, MEGABYTES_PER_FILE, DRAIN_TIMEOUT_MILLIS, warnings);
  }

  /** Starts to capture into files of this size; tests call this method directly. */
  static FlowControlCapture start(
      CaptureMode mode,
      Path folder,
      int megabytesPerFile,
      long drainTimeoutMillis,
      Consumer<String> warnings) {
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    Configuration configuration = context.getConfiguration();
    List<LoggerConfig> loggers =
        LOGGER_NAMES.stream().map(name -> new LoggerConfig(name, Level.DEBUG, false)).toList();
    RollingFileAppender files =
        rollingFiles(configuration, folder.resolve(FILE_NAME), megabytesPerFile);
    Runnable end =
        () -> {
          files.addFilter(DenyAllFilter.newBuilder().build()); // discards queued lines
          loggers.forEach(logger -> logger.setLevel(Level.OFF));
          context.updateLoggers();
        };
    files.setHandler(new FirstFailure(files, end, warnings));
    configuration.addAppender(files);
    AsyncAppender async =
        AsyncAppender.newBuilder()
            .setName("streambench-capture")
            .setConfiguration(configuration)
            .setAppenderRefs(
                new AppenderRef[] {AppenderRef.createAppenderRef(files.getName(), null, null)})
            .setBlocking(true)
            .setBufferSize(MAX_QUEUED_LINES)
            .setShutdownTimeout(drainTimeoutMillis)
            .build();
    async.start();
    loggers.forEach(logger -> logger.addAppender(async, null, null));
    Optional<Filter> onlyStalls =
        mode == CaptureMode.STALLS ? Optional.of(new OnlySessionStalls()) : Optional.empty();
    onlyStalls.ifPresent(configuration::addFilter);
    loggers.forEach(logger -> configuration.addLogger(logger.getName(), logger));
    context.updateLoggers();
    return new FlowControlCapture(folder, context, onlyStalls, List.of(async, files));
  }

  /** Stops capturing and waits up to two seconds until all logged lines are written. */
  @Override
  public void close() {
    if (context != null) {
      Configuration configuration = context.getConfiguration();
      LOGGER_NAMES.forEach(configuration::removeLogger);
      onlyStalls.ifPresent(configuration::removeFilter);
      context.updateLoggers();
      for (Appender appender : appenders) {
        configuration.getAppenders().remove(appender.getName());
        appender.stop();
      }
    }
  }

  /** Returns whether a line was captured. Call it after {@link #close}. */
  public boolean hasLines() throws IOException {
    for (Path file : files()) {
      if (Files.size(file) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Moves all lines, oldest first, into one gzip file. Call it after {@link #close}. */
  public void gzipTo(Path target) throws IOException {
    try (OutputStream out = new FastGzip(new BufferedOutputStream(Files.newOutputStream(target)))) {
      for (Path file : files()) {
        Files.copy(file, out);
        Files.delete(file);
      }
    }
  }

  /**
   * Lists the files, oldest first: a higher number is older, and the file without a number is the
   * newest.
   */
  private List<Path> files() throws IOException {
    if (context == null || !Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.getFileName().toString().startsWith(FILE_NAME))
          .sorted(Comparator.reverseOrder()) // their numbers have one digit
          .toList();
    }
  }

  private static RollingFileAppender rollingFiles(
      Configuration configuration, Path file, int megabytesPerFile) {
    RollingFileAppender appender =
        RollingFileAppender.newBuilder()
            .setName("streambench-capture-files")
            .setConfiguration(configuration)
            .withFileName(file.toString())
            .withFilePattern(file + ".%i")
            .withPolicy(SizeBasedTriggeringPolicy.createPolicy(megabytesPerFile + " MB"))
            .withStrategy(
                DefaultRolloverStrategy.newBuilder()
                    .withConfig(configuration)
                    .withFileIndex("min")
                    .withMax(Integer.toString(MAX_FILES - 1))
                    .build())
            .setLayout(
                PatternLayout.newBuilder()
                    .withConfiguration(configuration)
                    .withPattern("%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z'}{UTC} %-5p (%t) [%c{1}] %m%n")
                    .build())
            .build();
    appender.start();
    return appender;
  }

  /** Ends the capture, on the writing thread, at the first line that cannot be written. */
  private static final class FirstFailure extends DefaultErrorHandler {
    private final Runnable end;
    private final Consumer<String> warnings;
    private boolean failed;

    FirstFailure(Appender files, Runnable end, Consumer<String> warnings) {
      super(files);
      this.end = end;
      this.warnings = warnings;
    }

    @Override
    public void error(String message, LogEvent event, Throwable cause) {
      if (!failed) {
        failed = true;
        end.run();
        Throwable root = Throwables.getRootCause(cause);
        warnings.accept(
            "capture of the flow-control log ended early: "
                + (root.getMessage() == null ? root : root.getMessage()));
      }
    }
  }

  /**
   * Rejects lines of Jetty's flow control, except those about session stalls. Attached to the whole
   * configuration, because only such filters run before Log4j creates a message, and Jetty logs
   * thousands of lines per second. Calls without a pattern only ask for a level.
   */
  private static final class OnlySessionStalls extends AbstractFilter {
    @Override
    public Result filter(
        Logger logger, Level level, Marker marker, String pattern, Object... arguments) {
      boolean isUnrelated =
          pattern != null
              && LOGGER_NAMES.contains(logger.getName())
              && !pattern.startsWith("Session stalled")
              && !pattern.startsWith("Session unstalled");
      return isUnrelated ? Result.DENY : Result.NEUTRAL;
    }
  }

  /** Compresses at the fastest level, which reduces the repetitive log to a tenth of its size. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, 64 * 1024);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
