package io.streambench.strategy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Logs each message only once. Solr creates many factories, which log the same messages. */
final class DeduplicatingLog {
  private final Set<String> loggedMessages = ConcurrentHashMap.newKeySet();

  /** Logs a message, unless it was logged before. The cause may be null. */
  void log(Level level, String message, Throwable cause) {
    if (loggedMessages.add(message)) {
      LoggerFactory.getLogger(RepairSettings.CLIENT_FACTORY_CLASS)
          .atLevel(level)
          .setCause(cause)
          .log(message);
    }
  }
}
