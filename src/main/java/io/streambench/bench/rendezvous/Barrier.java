package io.streambench.bench.rendezvous;

import io.streambench.base.files.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.zookeeper.CreateMode;

/**
 * A barrier that every fork passes before each iteration, once all connected clients have come as
 * far, or have finished its combination. Curator's double barrier needs the number of clients
 * beforehand, and counts one that tries again twice (5.9.0). Without an answer of ZooKeeper the
 * fork warns and goes on alone.
 */
public final class Barrier implements AutoCloseable {
  private static final long LOOK_MILLIS = 500;
  private static final String PLACES = "places";

  private final JointRun run;
  private final RunNodes nodes;
  private final CuratorCache clients;
  private final CuratorCache places;
  private final Object changed = new Object();
  private Place place;

  /** The iteration that a client wants to begin; forks and iterations count from 1. */
  record Place(String combination, int fork, int iteration) {
    boolean isAsFarAs(Place other) {
      return combination.equals(other.combination)
          && (fork > other.fork || fork == other.fork && iteration >= other.iteration);
    }
  }

  private Barrier(JointRun run, RunNodes nodes, Place place) {
    this.run = run;
    this.nodes = nodes;
    this.place = place;
    this.clients = watched(run.path(RunNodes.CLIENTS));
    this.places = watched(run.path(PLACES));
  }

  public static Barrier open(JointRun run, String combination) throws Exception {
    RunNodes nodes = RunNodes.open(run);
    try {
      // The first fork of a client begins with the first of the others, the second with the second.
      String forks = run.path("forks", combination, run.client());
      nodes
          .zk()
          .create()
          .creatingParentContainersIfNeeded()
          .withProtection()
          .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
          .forPath(forks + "/fork-");
      int fork = nodes.zk().getChildren().forPath(forks).size();
      return new Barrier(run, nodes, new Place(combination, fork, 0));
    } catch (Exception e) {
      nodes.close();
      throw e;
    }
  }

  private CuratorCache watched(String path) {
    CuratorCache cache = CuratorCache.build(nodes.zk(), path);
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

  public void pass(Duration most, Consumer<String> warnings) throws InterruptedException {
    place = new Place(place.combination(), place.fork(), place.iteration() + 1);
    try {
      nodes.put(Json.MAPPER.writeValueAsBytes(place), PLACES, run.client());
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
    String below = run.path(RunNodes.CLIENTS) + "/";
    return places.get(run.path(PLACES, run.client())).isPresent()
        && clients.stream().filter(node -> node.getPath().startsWith(below)).allMatch(this::lets);
  }

  private boolean lets(ChildData node) {
    try {
      Member client = Member.of(node.getData());
      Optional<ChildData> there = places.get(run.path(PLACES, client.client()));
      return client.hasDone(place.combination())
          || there.isPresent()
              && Json.MAPPER.readValue(there.get().getData(), Place.class).isAsFarAs(place);
    } catch (IOException e) {
      return false; // looked at again
    }
  }

  @Override
  public void close() {
    clients.close();
    places.close();
    nodes.close();
  }
}
