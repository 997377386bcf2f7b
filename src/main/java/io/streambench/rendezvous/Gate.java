package io.streambench.rendezvous;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.zookeeper.CreateMode;

/**
 * A barrier that every fork of a run passes before each iteration, once all clients that are alive
 * have come as far, or have done with its combination of parameters. Curator's double barrier needs
 * the number of clients beforehand, and counts one that tries again twice (5.9.0); here each client
 * has one node, which says how far it is, and all see all nodes in a {@link CuratorCache}. If
 * ZooKeeper cannot be asked, the fork goes on alone and says so: an iteration that does not begin
 * together with the others is better than none.
 */
public final class Gate implements AutoCloseable {
  private static final long LOOK_MILLIS = 500;

  private final JointRun run;
  private final CuratorFramework zk;
  private final CuratorCache clients;
  private final CuratorCache places;
  private final Object changed = new Object();
  private Place place;

  private Gate(JointRun run, CuratorFramework zk, Place place) {
    this.run = run;
    this.zk = zk;
    this.place = place;
    this.clients = watched(zk, run.path("clients"));
    this.places = watched(zk, run.path("places"));
  }

  /**
   * Connects.
   *
   * @param combination of parameters, the same text at all clients
   */
  public static Gate open(JointRun run, String combination) throws Exception {
    CuratorFramework zk = Connection.open(run.zkHost());
    try {
      // The first fork of a client begins with the first of the others, the second with the second.
      String forks = run.path("forks", combination, run.client());
      zk.create()
          .creatingParentContainersIfNeeded()
          .withProtection()
          .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
          .forPath(forks + "/fork-");
      int fork = zk.getChildren().forPath(forks).size();
      return new Gate(run, zk, new Place(combination, fork, 0));
    } catch (Exception e) {
      zk.close();
      throw e;
    }
  }

  private CuratorCache watched(CuratorFramework client, String path) {
    CuratorCache cache = CuratorCache.build(client, path);
    cache
        .listenable()
        .addListener(CuratorCacheListener.builder().forAll((a, b, c) -> wake()).build());
    cache.start();
    return cache;
  }

  private void wake() {
    synchronized (changed) {
      changed.notifyAll();
    }
  }

  /**
   * Returns when the others are there, too.
   *
   * @param most how long to wait for them; then the iteration begins without them
   */
  public void pass(Duration most, Consumer<String> warnings) throws InterruptedException {
    place = new Place(place.combination(), place.fork(), place.iteration() + 1);
    try {
      zk.create()
          .orSetData()
          .creatingParentContainersIfNeeded()
          .forPath(run.path("places", run.client()), place.bytes());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      warnings.accept("this iteration does not begin together with the other clients': " + e);
      return;
    }
    long begin = System.nanoTime();
    synchronized (changed) {
      while (!allAreThere()) {
        if (System.nanoTime() - begin > most.toNanos()) {
          warnings.accept("the other clients did not come: this iteration begins without them");
          return;
        }
        TimeUnit.MILLISECONDS.timedWait(changed, LOOK_MILLIS);
      }
    }
  }

  private boolean allAreThere() {
    Map<String, Place> known = new TreeMap<>();
    places.stream()
        .filter(node -> isBelow(node, "places"))
        .forEach(node -> known.put(nameOf(node), Place.of(node.getData())));
    return known.containsKey(run.client())
        && clients.stream()
            .filter(node -> isBelow(node, "clients") && node.getData().length > 0)
            .allMatch(node -> lets(node, known.get(nameOf(node))));
  }

  private boolean lets(ChildData client, Place there) {
    try {
      return Member.of(client.getData()).hasDone(place.combination())
          || there != null && there.isAsFarAs(place);
    } catch (IOException e) {
      return false; // looked at again
    }
  }

  private boolean isBelow(ChildData node, String folder) {
    return node.getData() != null && node.getPath().startsWith(run.path(folder) + "/");
  }

  private static String nameOf(ChildData node) {
    return node.getPath().substring(node.getPath().lastIndexOf('/') + 1);
  }

  @Override
  public void close() {
    clients.close();
    places.close();
    zk.close();
  }
}
