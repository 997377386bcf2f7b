package io.streambench.strategy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each sentence only once, although Solr makes a factory for every request to a shard. */
final class OnceLog {
  private final Logger log = LoggerFactory.getLogger(RepairSettings.CLIENT_FACTORY);
  private final Set<String> said = ConcurrentHashMap.newKeySet();

  /** Logs what prevents a node from starting or the repair from working. */
  void error(String sentence, Throwable... reason) {
    if (said.add(sentence)) {
      log.error(sentence, (Object[]) reason);
    }
  }

  void warn(String sentence) {
    if (said.add(sentence)) {
      log.warn(sentence);
    }
  }

  void info(String sentence) {
    if (said.add(sentence)) {
      log.info(sentence);
    }
  }
}
