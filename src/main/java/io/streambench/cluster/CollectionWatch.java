package io.streambench.cluster;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.DocCollectionWatcher;

/** The state of a collection, as ZooKeeper last reported it. Thread-safe. */
final class CollectionWatch implements DocCollectionWatcher {
  private DocCollection latest;

  /** Called by Solr's client. */
  @Override
  public synchronized boolean onStateChanged(DocCollection state) {
    latest = state;
    notifyAll();
    return false; // there is more to come
  }

  /** The last state; empty before the first, and once the collection is gone. */
  synchronized Optional<DocCollection> latest() {
    return Optional.ofNullable(latest);
  }

  /**
   * Waits until the state is as it should be.
   *
   * @param millis the longest wait
   * @return whether it is
   */
  synchronized boolean await(Predicate<DocCollection> condition, long millis)
      throws InterruptedException {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (latest == null || !condition.test(latest)) {
      long leftNanos = untilNanos - System.nanoTime();
      if (leftNanos <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
    }
    return true;
  }
}
