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
 * Captures Jetty's flow-control debug log in rolling files, which a separate thread writes. A full
 * disk ends the capture but not the run.
 */
public final class FlowControlCapture implements AutoCloseable {
  /** The logger in Jetty 10 and 11, where every strategy logs under the name of the interface. */
  static final String JETTY_10_LOGGER_NAME = "org.eclipse.jetty.http2.FlowControlStrategy";

  /** The loggers of all Jetty versions. In Jetty 12, each strategy class has its own logger. */
  static final Set<String> LOGGER_NAMES =
      Set.of(
          JETTY_10_LOGGER_NAME,
          "org.eclipse.jetty.http2.AbstractFlowControlStrategy",
          "org.eclipse.jetty.http2.BufferingFlowControlStrategy");

  private static final String FILE_NAME = "flow-control.log";
  static final int MAX_FILES = 9;

  /** The maximum size of a file. All files, together with a gzip copy, stay below 512 MB. */
  static final int MEGABYTES_PER_FILE = 48;

  private static final int MAX_QUEUED_LINES = 64 * 1024;
  private static final long DRAIN_TIMEOUT_MILLIS = 2_000;

  private final Path folder;
  private final LoggerContext context;
  private final Optional<Filter> stallFilter;
  private final List<Appender> appenders;

  private FlowControlCapture(
      Path folder, LoggerContext context, Optional<Filter> stallFilter, List<Appender> appenders) {
    this.stallFilter = stallFilter;
    this.folder = folder;
    this.context = context;
    this.appenders = appenders;
  }

  /** Starts capturing to a folder; passes the reason for an early end to {@code warnings}. */
  public static FlowControlCapture start(CaptureMode mode, Path folder, Consumer<String> warnings) {
    if (mode == CaptureMode.OFF) {
      return new FlowControlCapture(folder, null, Optional.empty(), List.of());
    }
    return start(mode, folder, MEGABYTES_PER_FILE, DRAIN_TIMEOUT_MILLIS, warnings);
  }

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
        createFileAppender(configuration, folder.resolve(FILE_NAME), megabytesPerFile);
    Runnable endCapture =
        () -> {
          files.addFilter(DenyAllFilter.newBuilder().build()); // discards queued lines
          loggers.forEach(logger -> logger.setLevel(Level.OFF));
          context.updateLoggers();
        };
    files.setHandler(new FirstWriteFailure(files, endCapture, warnings));
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
    Optional<Filter> stallFilter =
        mode == CaptureMode.STALLS ? Optional.of(new SessionStallFilter()) : Optional.empty();
    stallFilter.ifPresent(configuration::addFilter);
    loggers.forEach(logger -> configuration.addLogger(logger.getName(), logger));
    context.updateLoggers();
    return new FlowControlCapture(folder, context, stallFilter, List.of(async, files));
  }

  /** Stops capturing, and waits up to two seconds until all queued lines are written. */
  @Override
  public void close() {
    if (context != null) {
      Configuration configuration = context.getConfiguration();
      LOGGER_NAMES.forEach(configuration::removeLogger);
      stallFilter.ifPresent(configuration::removeFilter);
      context.updateLoggers();
      for (Appender appender : appenders) {
        configuration.getAppenders().remove(appender.getName());
        appender.stop();
      }
    }
  }

  /** Returns whether any line was captured. Call this method after {@link #close}. */
  public boolean hasLines() throws IOException {
    for (Path file : files()) {
      if (Files.size(file) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Moves all lines, oldest first, into one gzip file. Call this method after {@link #close}. */
  public void gzipTo(Path target) throws IOException {
    try (OutputStream out = new FastGzip(new BufferedOutputStream(Files.newOutputStream(target)))) {
      for (Path file : files()) {
        Files.copy(file, out);
        Files.delete(file);
      }
    }
  }

  /** Lists the files, oldest first. Higher numbers are older, and the newest has no number. */
  private List<Path> files() throws IOException {
    if (context == null || !Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.getFileName().toString().startsWith(FILE_NAME))
          .sorted(Comparator.reverseOrder()) // file numbers have one digit
          .toList();
    }
  }

  private static RollingFileAppender createFileAppender(
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

  /** Ends the capture when the writing thread fails to write a line. */
  private static final class FirstWriteFailure extends DefaultErrorHandler {
    private final Runnable endCapture;
    private final Consumer<String> warnings;
    private boolean failed;

    FirstWriteFailure(Appender files, Runnable endCapture, Consumer<String> warnings) {
      super(files);
      this.endCapture = endCapture;
      this.warnings = warnings;
    }

    @Override
    public void error(String message, LogEvent event, Throwable cause) {
      if (!failed) {
        failed = true;
        endCapture.run();
        Throwable root = Throwables.getRootCause(cause);
        warnings.accept(
            "capture of the flow-control log ended early: "
                + (root.getMessage() == null ? root : root.getMessage()));
      }
    }
  }

  /**
   * Rejects Jetty's flow-control lines, except lines about session stalls. The filter must be added
   * to the whole configuration to run before Log4j formats a message. The pattern is null if the
   * caller only asks whether a level is enabled.
   */
  private static final class SessionStallFilter extends AbstractFilter {
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

  /** A gzip stream with the fastest level, which still reduces the log to a tenth of its size. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, 64 * 1024);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
