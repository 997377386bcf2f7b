package io.streambench.strategy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;

/** The lines that the repair's factory logs while this object is open. */
public final class FactoryLog extends AbstractAppender implements AutoCloseable {
  private final Logger logger = (Logger) LogManager.getLogger(StallFreeClientFactory.class);
  private final List<LogEvent> events = new CopyOnWriteArrayList<>();

  public FactoryLog() {
    super("factory", null, null, true, null);
    start();
    Configurator.setLevel(logger.getName(), Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(this);
  }

  @Override
  public void append(LogEvent event) {
    events.add(event.toImmutable());
  }

  /** Returns the warnings and errors. */
  public List<String> warnings() {
    return lines(level -> level.isMoreSpecificThan(Level.WARN));
  }

  public List<String> lines(Level level) {
    return lines(level::equals);
  }

  private List<String> lines(Predicate<Level> levelFilter) {
    return events.stream()
        .filter(event -> levelFilter.test(event.getLevel()))
        .map(event -> event.getMessage().getFormattedMessage())
        .toList();
  }

  @Override
  public void close() {
    logger.removeAppender(this);
    logger.setAdditive(true);
    Configurator.setLevel(logger.getName(), Level.ERROR);
  }
}
