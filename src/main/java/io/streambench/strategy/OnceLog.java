package io.streambench.strategy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Logs each sentence only once, although Solr makes a factory for every request to a shard. */
final class OnceLog {
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /** Logs a sentence with its cause, which may be null. */
  void log(Level level, String sentence, Throwable cause) {
    if (logged.add(sentence)) {
      LoggerFactory.getLogger(RepairSettings.CLIENT_FACTORY)
          .atLevel(level)
          .setCause(cause)
          .log(sentence);
    }
  }
}
