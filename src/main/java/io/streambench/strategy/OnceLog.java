package io.streambench.strategy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Logs each message only once. Solr creates many factories, which log the same messages. */
final class OnceLog {
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /** Logs a message, unless it was logged before. The cause may be null. */
  void log(Level level, String message, Throwable cause) {
    if (logged.add(message)) {
      LoggerFactory.getLogger(RepairSettings.CLIENT_FACTORY)
          .atLevel(level)
          .setCause(cause)
          .log(message);
    }
  }
}
