package io.streambench.strategy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each sentence of the factory once: Solr makes a factory for every request to a shard, and
 * would repeat it as often.
 */
final class OnceLog {
  private final Logger log = LoggerFactory.getLogger(StallFreeClientFactory.class);
  private final Set<String> said = ConcurrentHashMap.newKeySet();

  void warn(String sentence) {
    if (said.add(sentence)) {
      log.warn(sentence);
    }
  }

  void warn(String sentence, Throwable reason) {
    if (said.add(sentence)) {
      log.warn(sentence, reason);
    }
  }

  void info(String sentence) {
    if (said.add(sentence)) {
      log.info(sentence);
    }
  }
}
